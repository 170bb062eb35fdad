"""Every command and every option of the command line is in the README or a page it links."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from settle.cli.root import root
from tests.docs.pages import README, linked_pages

PAGES = linked_pages()


def commands(command: click.Command, *names: str) -> Iterator[tuple[str, click.Command]]:
    """Yield a command and those below it, each with what is typed."""
    yield " ".join(names), command
    if isinstance(command, click.Group):
        with click.Context(command) as context:
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                assert below is not None
                yield from commands(below, *names, name)


COMMANDS = dict(commands(root, "settle"))


def flags(command: click.Command) -> set[str]:
    """The long spellings of a command's options."""
    with click.Context(command) as context:
        named = [name for each in command.get_params(context) for name in each.opts]
    return {name for name in named if name.startswith("--")}


def is_in(word: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def test_the_commands_are_found():
    assert {"settle", "settle score", "settle rulesets", "settle rulesets show"} <= set(COMMANDS)
    assert {"--ruleset", "--option", "--format", "--help"} <= flags(COMMANDS["settle score"])


@pytest.mark.parametrize("typed", COMMANDS)
def test_a_command_is_told(typed):
    assert is_in(typed, PAGES)


@pytest.mark.parametrize("typed", COMMANDS)
def test_an_option_is_told(typed):
    assert [flag for flag in sorted(flags(COMMANDS[typed])) if not is_in(flag, PAGES)] == []


def test_the_readme_types_no_command_that_is_not_there():
    typed = re.findall(r"^settle ([^<>|#\n]*)", README, flags=re.MULTILINE)
    assert typed
    for line in typed:
        words = line.split()
        deepest = max(
            (name for name in COMMANDS if f"settle {' '.join(words)} ".startswith(f"{name} ")),
            key=len,
        )
        command = COMMANDS[deepest]
        assert deepest != "settle" or words[0].startswith("-"), line
        known = flags(command)
        assert {word for word in words if word.startswith("--")} <= known, line
