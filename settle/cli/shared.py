"""What several commands share: the agreement, the language, input from files."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from settle.bulk.streams import Piece
    from settle.faults import RefusedError
    from settle.rulebook import Rulebook
    from settle.words.languages import Language

STANDARD_INPUT: Final = "-"
LANGUAGES: Final = ("zh-Hant", "zh-Hant-TW", "zh-Hant-HK", "zh-Hans", "en")

DATABASE: Final = "settle.db"
DATABASE_VARIABLE: Final = "SETTLE_DB"

_NARROWEST: Final = 40
_WIDEST: Final = 120

_Command = TypeVar("_Command", bound=Callable[..., Any])

INPUT_FILE: Final = click.Path(exists=True, dir_okay=False, readable=True, allow_dash=True)


def complete_ruleset(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Offer the shipped rulesets that begin so, else files."""
    from click.shell_completion import CompletionItem

    from settle.rulebook import Rulebook

    fitting = [name for name in Rulebook().ids() if name.startswith(incomplete)]
    items = [CompletionItem(name) for name in fitting]
    return items or [CompletionItem(incomplete, type="file")]


class OptionValue(click.ParamType[tuple[str, object]]):
    """``NAME=VALUE``: the value as JSON where it is JSON, else as the text it is."""

    name = "NAME=VALUE"

    def convert(
        self,
        value: Any,  # noqa: ANN401 - click's own signature
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, object]:
        """Split one of them.

        >>> OptionValue().convert("home_run_multiplier=3", None, None)
        ('home_run_multiplier', 3)
        >>> OptionValue().convert("banker_edge=top_card", None, None)
        ('banker_edge', 'top_card')
        """
        if isinstance(value, tuple):
            return value
        name, equals, text = value.partition("=")
        name = name.strip()
        if not equals or not name:
            self.fail(f"{value!r} is no NAME=VALUE; an example: home_run_multiplier=3", param, ctx)
        return name, _json_or_text(text)


def _json_or_text(text: str) -> object:
    from settle.canonical import read_json
    from settle.faults import RefusedError

    try:
        return read_json(text)
    except RefusedError:
        return text


def as_options(pairs: Sequence[tuple[str, object]], flag: str = "--option") -> dict[str, object]:
    """Return the options by name; naming one twice with two values is wrong usage."""
    options: dict[str, object] = {}
    for name, value in pairs:
        if name in options and json.dumps(options[name]) != json.dumps(value):
            raise click.BadParameter(
                f"{name} is given twice, with two values", param_hint=f"'{flag}'"
            )
        options[name] = value
    return options


def language_option(command: _Command) -> _Command:
    """``--lang``, in which an unset one means the language of the environment."""
    return click.option(
        "--lang",
        metavar="zh-Hant|zh-Hans|en",
        type=click.Choice(LANGUAGES),
        help="Language of the texts; zh-Hant-HK has the words of Hong Kong. "
        "Without it, that of the environment (LANG).",
    )(command)


format_option: Final = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="A page for people (the default), or one JSON document.",
)


def _database() -> str:
    """The book that no flag and no variable names: that of the file of settings, if there is one.

    A file that is not taken is wrong usage.
    """
    import os

    if not os.environ.get("SETTLE_CONFIG"):
        return DATABASE
    from settle.config import ConfigRefused, effective

    try:
        return effective({}, os.environ).settings.db
    except ConfigRefused as refused:
        raise click.UsageError(str(refused)) from refused


def database_option(command: _Command) -> _Command:
    """``--db``, where the book is kept."""
    return click.option(
        "--db",
        "database",
        metavar="PATH",
        type=click.Path(dir_okay=False),
        default=_database,
        envvar=DATABASE_VARIABLE,
        show_default=DATABASE,
        help="The book, a file or the postgresql:// address of one on a server; "
        f"{DATABASE_VARIABLE} names another one for all commands.",
    )(command)


def _only_one(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> str | None:
    """Of a flag that is given twice, neither is meant for sure."""
    if len(values) > 1:
        raise click.BadParameter(f"given {len(values)} times ({', '.join(values)}); name one")
    return values[0] if values else None


def overriding_options(command: _Command) -> _Command:
    """``--ruleset`` and ``--option``, which go before what a document says."""
    command = click.option(
        "--option",
        "options",
        multiple=True,
        type=OptionValue(),
        help="Agree on this value; may be given several times.",
    )(command)
    return click.option(
        "--ruleset",
        metavar="ID|FILE.toml",
        multiple=True,
        callback=_only_one,
        shell_complete=complete_ruleset,
        help="Score under this ruleset.",
    )(command)


def agreed(
    rulebook: Rulebook, ruleset: str | None, options: Sequence[tuple[str, object]]
) -> dict[str, Any]:
    """Return what the two flags override, as :func:`settle.scoring.overridden` takes it."""
    return {
        "ruleset": None if ruleset is None else ruleset_id(rulebook, ruleset, "--ruleset"),
        "options": as_options(options),
    }


def pick(lang: str | None, region: str | None = None) -> Language:
    """Return the language asked for, else that of the environment, else English."""
    import os

    from settle.words.languages import pick_language

    places = ("LC_ALL", "LC_MESSAGES", "LANG")
    asked = lang or next((os.environ[name] for name in places if os.environ.get(name)), "en")
    return pick_language(asked, region)


def ruleset_id(rulebook: Rulebook, text: str, flag: str) -> str:
    """Return the id that a flag names: one of the rulebook, or that of a .toml file read into it.

    An id that is not there, and a file that is not in order, is wrong usage.
    """
    from settle.faults import RefusedError
    from settle.wire import problem

    if not text.endswith(".toml"):
        try:
            rulebook.get(text)
        except RefusedError as refused:
            told = problem(refused)["detail"]
            raise click.BadParameter(told, param_hint=f"'{flag}'") from refused
        return text
    try:
        return rulebook.load_file(text).name
    except RefusedError as refused:
        faults = "\n".join(f"  {line}" for line in messages(refused))
        raise click.BadParameter(f"{text}\n{faults}", param_hint=f"'{flag}'") from refused
    except OSError as error:
        reason = f"{text}: {error.strerror}"
        raise click.BadParameter(reason, param_hint=f"'{flag}'") from error


def messages(refused: RefusedError, language: Language | str = "en") -> Iterator[str]:
    """Yield every fault in words, with its place before it."""
    from settle.faults import placed
    from settle.visible import visible
    from settle.wire import problem

    for error in problem(refused, language)["errors"]:
        yield visible(placed(error["pointer"], error["message"]))


def place_of(piece: Piece, language: Language | str = "en") -> str:
    """Return where in its file a round stands, in words; nothing of one that stands alone."""
    from settle.words import words

    if piece.stands == "alone":
        return ""
    return words(language).text(f"input.{piece.stands}", number=piece.line)


def json_text(value: object) -> str:
    """Spell a value as JSON does: ``true``, ``{"dragon": 26}``."""
    return json.dumps(value, ensure_ascii=False)


def complain(text: str, *, as_error: bool = True) -> None:
    """Say on standard error what is wrong, in lines that fit the terminal it is."""
    click.echo(fitted(f"Error: {text}" if as_error else text), err=True)


def fitted(text: str) -> str:
    """Break the lines of a text for standard error, if that is a terminal, each below its own."""
    from shutil import get_terminal_size

    if not sys.stderr.isatty():
        return text
    from settle.explain.layout import wrap

    width = max(_NARROWEST, get_terminal_size().columns)
    lines = []
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        lines += wrap(line.lstrip(), width, first=indent, rest=indent + "  ")
    return "\n".join(lines)


def coloured() -> bool:
    """Whether standard output is a terminal whose person has nothing against colours."""
    import os

    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout.isatty()


def page_width() -> int:
    """Return how many columns a page may have: those of the terminal, within reason."""
    from shutil import get_terminal_size

    from settle.explain.page import DEFAULT_WIDTH

    if not sys.stdout.isatty():
        return DEFAULT_WIDTH
    return max(_NARROWEST, min(get_terminal_size((DEFAULT_WIDTH, 0)).columns, _WIDEST))


@contextmanager
def opened(name: str, *, hint: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for ``-``; a person at a keyboard is told what is awaited."""
    if name != STANDARD_INPUT:
        with open(name, "rb") as stream:  # noqa: PTH123 - a Path would import pathlib
            yield stream
        return
    if sys.stdin is None:
        raise click.ClickException("standard input is closed; name a file, or redirect one to it")
    if sys.stdin.isatty():
        click.echo(hint, err=True)
    yield sys.stdin.buffer


def write_json(document: object) -> None:
    """Print a document as canonical JSON, on a line."""
    from settle.canonical import canonical_bytes

    sys.stdout.buffer.write(canonical_bytes(document) + b"\n")
    sys.stdout.buffer.flush()
