"""``settle score --jobs``: the same bytes, whoever works on them, and how that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path

import pytest

from settle.bulk.answering import Agreed, Answerer
from settle.bulk.blocks import Block, blocks
from settle.bulk.streams import Source, pieces
from settle.bulk.workers import AHEAD, WorkerLostError, Workers
from tests.cli.rounds import answers, line, pretty
from tests.cli.running import ENVIRONMENT, ROOT, settle

LINE_LIMIT = 1 << 20
GOOD, OTHER = line(), line(ruleset="tw-scoop-only")
BAD, REFUSED = "{no json\n", line(ruleset="no-such-rules")
LONG = '{"ref": "' + "x" * LINE_LIMIT + '"}\n'
MIXED = (GOOD + BAD + "\n  \n" + OTHER + REFUSED) * 3 + GOOD.replace("\n", "\r\n") + OTHER.strip()


# --- cutting -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 700, 3000, 1 << 20])
@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        MIXED,
        "",
        "\n\n",
        GOOD + LONG + OTHER,
        LONG + GOOD,
        GOOD + LONG.strip(),
        GOOD + LONG[: LINE_LIMIT + 2] + "\n" + BAD,
        "x" * LINE_LIMIT + "\r\r\r\n" + BAD,
    ],
    ids=["mixed", "nothing", "blank", "long", "long first", "long last", "cut at CR", "many CR"],
)
def test_blocks_are_answered_as_the_whole_is(tmp_path, text, held, size):
    file = tmp_path / "rounds"
    file.write_bytes(text.encode())
    answerer = Answerer(Agreed(None, {}), named=False)
    with file.open("rb") as stream:
        whole = [answerer.answer(piece, "rounds").text for piece in pieces(stream, "ndjson")]
    with file.open("rb") as stream:
        cut = list(blocks(Source(stream), str(file), held=held, size=size))
    answered = [answerer.part(block) for block in cut]
    assert b"".join(each.text for each in answered) == b"".join(whole)
    assert sum(each.rounds for each in answered) == len(whole)
    assert sum(each.refused for each in answered) == sum(b'"error"' in each for each in whole)


def test_a_block_ends_behind_the_line_that_fills_it():
    cut = list(blocks(Source(BytesIO(b"1\n22\n333\n4444")), "x", held=True, size=4))
    assert [(each.above, each.last, each.start, each.stop, each.data) for each in cut] == [
        (0, 2, 0, 5, b"1\n22\n"),
        (2, 3, 5, 9, b"333\n"),
        (3, 4, 9, 13, b"4444"),
    ]


def test_of_a_line_that_is_too_long_no_more_is_held_than_shows_it():
    cut = list(blocks(Source(BytesIO(b"7\n" + b"x" * 5 * LINE_LIMIT + b"\n8\n")), "x", held=True))
    assert [(each.above, each.last, each.size) for each in cut] == [
        (0, 2, LINE_LIMIT + 4),
        (2, 3, 2),
    ]


def test_a_file_that_became_shorter_is_told(tmp_path):
    file = tmp_path / "rounds"
    file.write_text(GOOD)
    block = Block("rounds", str(file), 0, 2, 0, len(GOOD) + 1)
    with pytest.raises(OSError, match="was changed"):
        block.read()


# --- processes -----------------------------------------------------------------------------------


def doubling() -> object:
    """What a process of its own does with a number; 1 takes long, 77 for ever, 99 ends it."""

    def double(number: int) -> int:
        if number == 99:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep({1: 0.5, 77: 1000}.get(number, 0.01))
        return 1 // (number - 13) * 0 + 2 * number

    return double


def test_what_is_made_comes_in_the_order_of_the_tasks_and_little_is_held():
    fetched: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(1, 40):
            fetched.append(number)
            yield number

    with Workers(2, doubling) as workers:
        made = workers.map(numbers())
        for number in range(1, 13):
            assert next(made) == (number, 2 * number)
            assert len(fetched) <= number + 2 * (AHEAD + 1)
        with pytest.raises(ZeroDivisionError):
            next(made)


def test_nobody_waits_for_what_is_not_wanted_any_more():
    def numbers() -> Iterator[int]:
        yield 77
        raise KeyboardInterrupt

    with Workers(2, doubling) as workers:
        made = workers.map(numbers())
        with pytest.raises(KeyboardInterrupt):
            next(made)
        start = time.monotonic()
    # One of them is at it for a quarter of an hour.
    assert time.monotonic() - start < 60


def test_what_cannot_be_read_is_told_when_its_turn_comes():
    def numbers() -> Iterator[int]:
        yield from (2, 3)
        raise FileNotFoundError

    made = []
    with Workers(2, doubling) as workers, pytest.raises(FileNotFoundError):
        made.extend(workers.map(numbers()))
    assert made == [(2, 4), (3, 6)]


def test_a_process_that_is_gone_is_seen_at_once():
    with Workers(2, doubling) as workers, pytest.raises(WorkerLostError, match="signal 9") as lost:
        list(workers.map([3, 99, 5]))
    assert lost.value.task == 99


def test_the_same_bytes_from_files_and_pipes(tmp_path):
    (tmp_path / "a.ndjson").write_text(MIXED * 60)
    (tmp_path / "b.json").write_text(f"[{GOOD},{REFUSED},{pretty()}]")
    (tmp_path / "c.json").write_text(pretty())
    arguments = ["score", "a.ndjson", "b.json", "-", "c.json"]
    one, two = (settle(*arguments, "--jobs", jobs, cwd=tmp_path, text=MIXED) for jobs in ("1", "2"))
    assert two == one
    # Of the 14 answers to MIXED the last is one with the first where another one follows.
    assert (one.status, one.stdout.count(b"\n")) == (1, 13 * 60 + 1 + 3 + 14 + 1)


def test_a_tables_own_ruleset_goes_along(tmp_path):
    (tmp_path / "ours.toml").write_text(
        'id = "ours"\nversion = 3\nextends = "mainland-basic@1"\nregion = "CN"\n'
        'title = { en = "Ours", zh-Hant = "自家", zh-Hans = "自家" }\n'
        '[sources.us]\ntitle = "Our table"\n'
        '[scoop]\npoints = { value = 9, unit = "points", source = "us" }\n'
    )
    done = settle("score", "--jobs", "2", "--ruleset", "ours.toml", cwd=tmp_path, text=GOOD)
    # Three rows at a point, and 9 for the scoop.
    assert (done.status, answers(done.stdout), done.stderr) == (0, [12], "")


@pytest.mark.parametrize("jobs", ["0", "-1", "two", "257"])
def test_a_number_of_processes_that_cannot_be(jobs):
    done = settle("score", "--jobs", jobs, text=GOOD)
    assert (done.status, done.stdout) == (2, b"")
    assert "--jobs" in done.stderr


@contextmanager
def endless() -> Iterator[subprocess.Popen]:
    """``settle score --jobs 2`` over rounds without end, in a group of processes of its own."""
    command = [sys.executable, "-m", "settle", "score", "--format", "ndjson", "--jobs", "2"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        watch = threading.Timer(30, process.kill)
        watch.start()

        def feed() -> None:
            try:
                while True:
                    process.stdin.write(GOOD.encode() * 100)
            except (BrokenPipeError, ValueError):
                pass

        feeder = threading.Thread(target=feed)
        feeder.start()
        try:
            yield process
        finally:
            process.stdout.close()
            process.wait()
            feeder.join()
            watch.cancel()
            with suppress(BrokenPipeError):
                process.stdin.close()


def workers_of(process: subprocess.Popen) -> list[int]:
    """The processes that score."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [
        int(child)
        for child in children
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def is_there(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def read_on(process: subprocess.Popen) -> None:
    """Read answers until there are no more."""
    while process.stdout.read(1 << 20):
        pass


def test_ctrl_c_is_quiet_and_nobody_stays():
    with endless() as process:
        assert answers(process.stdout.readline()) == [4]
        workers = workers_of(process)
        for worker in workers:
            os.kill(worker, signal.SIGINT)
        for _ in range(5000):
            process.stdout.readline()
        assert workers_of(process) == workers
        os.killpg(process.pid, signal.SIGINT)
        read_on(process)
        assert process.stderr.read() == b""
    assert process.returncode == 130
    assert len(workers) == 2
    assert not any(map(is_there, workers))


def test_a_process_that_was_ended_is_told():
    with endless() as process:
        assert answers(process.stdout.readline()) == [4]
        first, second = workers_of(process)
        os.kill(first, signal.SIGKILL)
        read_on(process)
        told = process.stderr.read().decode()
    assert process.returncode == 1
    assert "signal 9" in told
    assert "lines " in told
    assert "Traceback" not in told
    assert not is_there(second)


def test_those_who_work_end_with_the_one_who_has_started_them():
    with endless() as process:
        assert answers(process.stdout.readline()) == [4]
        workers = workers_of(process)
        process.kill()
        read_on(process)
    for _ in range(200):
        if not any(map(is_there, workers)):
            break
        time.sleep(0.05)
    assert not any(map(is_there, workers))


def test_a_reader_that_has_enough_is_no_error():
    with endless() as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141
