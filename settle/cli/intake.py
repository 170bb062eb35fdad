"""``settle import``: the files one after another, each a ledger, rounds or results."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import chain, islice
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, Protocol, Self

import click

from settle.cli.books import refusals_in_words, require_session
from settle.cli.jobs import lost_in_words
from settle.cli.shared import complain, opened, pick, write_json

if TYPE_CHECKING:
    from settle.archive.importing import Imported
    from settle.archive.readying import Refused, Task
    from settle.audit import Finding
    from settle.book import Book
    from settle.book.preparing import Ready
    from settle.words import Words

_LINE_SHOWN: Final = 40
_HINT: Final = "Reading a ledger or rounds from the keyboard; Ctrl-D ends."


class Asked(NamedTuple):
    """What the command was asked for."""

    names: tuple[str, ...]
    database: str
    session: str | None
    title: str | None
    lang: str | None
    jobs: int = 1
    hashes_only: bool = False
    """Of ledgers; whether games are taken as they are sealed."""

    def where(self, name: str) -> dict[str, str]:
        """What is told of a file, beside what comes of it: its name, if there are several."""
        return {"file": name} if len(self.names) > 1 else {}


class _Given(Protocol):
    """A file that was opened."""

    def tasks(self) -> Iterator[Task]:
        """What others may do of it ahead of its turn."""

    def take(self, task: Task, made: Sequence[Ready | Refused]) -> None:
        """Record what they have done, in its turn."""

    def end(self) -> int:
        """Do the rest of it, and tell; returns the exit status."""


class Intake:
    """Takes files into a book in their order; of those ahead, rounds are made ready meanwhile."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._open = ExitStack()
        self._book: Book | None = None
        self._ahead: dict[int, tuple[_Given, ExitStack]] = {}
        """Files that were opened and have not been told yet, by their numbers."""

    def __enter__(self) -> Self:
        """Nothing is opened yet."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close what is open."""
        for _, stack in self._ahead.values():
            stack.close()
        self._open.close()

    def run(self) -> int:
        """Take all of them; returns the exit status."""
        from settle.archive.readying import readier
        from settle.bulk.workers import spread
        from settle.cli.progress import Progress

        status = 0
        with (
            lost_in_words(self._kept),
            Progress(self._asked.names, beside_output=True) as progress,
            closing(spread(self._asked.jobs, self._tasks(), readier)) as done,
        ):
            for task, made in done:
                given, _ = self._ahead[task.file]
                if not task.given:
                    status |= self._end(task)
                    continue
                given.take(task, made)
                progress.advance(task.size, len(task.given))
        return status

    def _tasks(self) -> Iterator[Task]:
        from settle.archive.readying import Task

        for number, name in enumerate(self._asked.names):
            stack = ExitStack()
            try:
                given = self._given(number, name, stack)
            except BaseException:
                stack.close()
                raise
            self._ahead[number] = given, stack
            yield from given.tasks()
            # Comes to its turn when all of the file was taken.
            yield Task(number, name, None, {}, 0, ())

    def _given(self, number: int, name: str, stack: ExitStack) -> _Given:
        from settle.cli.ledgers import seekable

        stream = stack.enter_context(seekable(stack.enter_context(opened(name, hint=_HINT))))
        try:
            return self._kind(number, name, stream)
        except click.UsageError as error:
            if len(self._asked.names) == 1:
                raise
            return _Odd(error.format_message())

    def _kind(self, number: int, name: str, stream: BinaryIO) -> _Given:
        from settle.audit.findings import shown
        from settle.cli.ledgers import is_ledger
        from settle.cli.results import is_results

        asked = self._asked
        if is_ledger(stream):
            if asked.session is not None or asked.title is not None:
                raise click.UsageError("--session and --title are for rounds; this is a ledger.")
            return _Ledger(asked, name, stream)
        if asked.hashes_only:
            begins = shown(stream.readline(_LINE_SHOWN))
            stream.seek(0)
            raise click.UsageError(
                "--hashes-only is for ledgers, whose first line begins with"
                f' {{"format":"settle-ledger". This one begins with {begins}'
            )
        if is_results(stream):
            if asked.session is None or asked.title is not None:
                raise click.UsageError("Results go into a session: name it with --session.")
            return _Results(asked, name, stream)
        return _Rounds(asked, number, name, stream, self._opened_book())

    def _opened_book(self) -> Book:
        """The book that rounds go into, made if need be."""
        from settle.book import Book
        from settle.rulebook import Rulebook
        from settle.store import Store

        if self._book is None:
            store = self._open.enter_context(closing(Store.open(self._asked.database)))
            self._book = Book(store, Rulebook())
            require_session(self._book, self._asked.session)
        return self._book

    def _end(self, task: Task) -> int:
        given, stack = self._ahead.pop(task.file)
        with stack:
            try:
                with refusals_in_words():
                    return given.end()
            except click.ClickException as error:
                # The others are taken as if there were no such file.
                if len(self._asked.names) == 1 or isinstance(error, click.UsageError):
                    raise
                complain(f"{task.name}: {error.format_message()}")
                return 1

    def _kept(self) -> str:
        """What stays where the command is ended by what became of a process of its own."""
        given = next((each for each, _ in self._ahead.values()), None)
        if not isinstance(given, _Rounds) or given.session is None:
            return "What was told before is recorded, and nothing else."
        return (
            f"What was told before is recorded, and of {given.name} a part: settle import"
            f" --session {given.session} records the rest of it."
        )


class _Whole:
    """A file that nobody makes ready: what becomes of it hangs on the files before it."""

    def tasks(self) -> Iterator[Task]:
        """Nothing of it goes ahead."""
        return iter(())

    def take(self, task: Task, made: Sequence[Ready | Refused]) -> None:
        """There is nothing to take."""


class _Odd(_Whole):
    """One of several files that cannot be taken as was asked: told in its turn."""

    def __init__(self, why: str) -> None:
        self._why = why

    def end(self) -> int:
        """Tell why."""
        raise click.ClickException(self._why)


class _Ledger(_Whole):
    """An exported ledger: as a whole, or not at all."""

    def __init__(self, asked: Asked, name: str, stream: BinaryIO) -> None:
        self._asked, self._name, self._stream = asked, name, stream

    def end(self) -> int:
        """Verify and store it."""
        from settle.archive.importing import Ledger, LedgerUnsoundError
        from settle.audit import Tally
        from settle.rulebook import Rulebook
        from settle.store import Store

        asked, ledger = self._asked, Ledger(self._stream, Rulebook().locked())
        if not asked.hashes_only:
            self._refuse(tuple(ledger.findings(Tally(), asked.jobs)))
        try:
            with closing(Store.open(asked.database)) as store:
                imported = ledger.store(store, jobs=asked.jobs)
        except LedgerUnsoundError as unsound:
            self._refuse(unsound.findings)
        for each in imported:
            self._tell(each)
        return 0

    def _refuse(self, findings: Sequence[Finding]) -> None:
        """Tell what is wrong with the ledger, if anything is."""
        if findings:
            click.echo("\n".join(self._in_words(each) for each in findings), err=True)
            raise click.ClickException("The ledger is not sound. Nothing was imported.")

    def _tell(self, done: Imported) -> None:
        told = {"entries": done.entries, "did": "imported" if done.is_new else "unchanged"}
        write_json({**self._asked.where(self._name), "session": done.session, **told})
        for half in done.halves:
            back = self._said.text("audit.take_back", session=half.session, seq=half.seq)
            click.echo(f"{self._in_words(half)}\n{back}", err=True)

    def _in_words(self, finding: Finding) -> str:
        from settle.audit.told import finding_line

        return finding_line(finding, self._said)

    @property
    def _said(self) -> Words:
        from settle.words import words

        return words(pick(self._asked.lang))


class _Results(_Whole):
    """Results of earlier evenings."""

    def __init__(self, asked: Asked, name: str, stream: BinaryIO) -> None:
        self._asked, self._name, self._stream = asked, name, stream

    def end(self) -> int:
        """Import them."""
        from settle.cli.results import import_results

        asked = self._asked
        assert asked.session is not None
        where = asked.where(self._name)
        return import_results(self._stream, asked.database, asked.session, asked.lang, where)


class _Rounds:
    """Rounds, which go into a session one by one."""

    def __init__(self, asked: Asked, number: int, name: str, stream: BinaryIO, book: Book) -> None:
        from settle.archive.rounds import RoundsImport
        from settle.bulk.streams import pieces
        from settle.sessions import DEFAULT_GAMES
        from settle.wire.sessions import MOST_GAMES

        self.name = name
        self._where = asked.where(name)
        given = pieces(stream, None)
        # So many games are agreed on as there are rounds, and no fewer than is usual.
        first = list(islice(given, MOST_GAMES))
        self._is_empty = not first
        self._pieces = chain(first, given)
        self._rounds = RoundsImport(
            book,
            session=asked.session,
            games=max(DEFAULT_GAMES, len(first)),
            title=asked.title,
            language=pick(asked.lang),
            file=number,
            name=name,
        )
        self._done = {"recorded": 0, "present": 0, "refused": 0}

    @property
    def session(self) -> str | None:
        """What they go into; None until it was opened."""
        return self._rounds.session

    def tasks(self) -> Iterator[Task]:
        """The rounds, to be checked and scored."""
        return self._rounds.tasks(self._pieces)

    def take(self, task: Task, made: Sequence[Ready | Refused]) -> None:
        """Record them, and tell of those that are refused."""
        from settle.canonical import joined, written

        taken = self._rounds.take(task, made)
        self._done["recorded"] += taken.recorded
        self._done["present"] += taken.present
        self._done["refused"] += len(taken.refused)
        where = {name: written(value) for name, value in self._where.items()}
        for line, problem in taken.refused:
            told = {**where, "line": written(line), "error": problem}
            sys.stdout.buffer.write(joined(told) + b"\n")
        sys.stdout.buffer.flush()

    def end(self) -> int:
        """Tell how many were recorded, were there already, were refused."""
        if self._is_empty:
            raise click.ClickException(
                "There is nothing in it: no ledger, no rounds and no results."
            )
        write_json({**self._where, "session": self.session, **self._done})
        return 1 if self._done["refused"] else 0
