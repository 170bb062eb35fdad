"""Memory does not grow with the stream: measured by the system, on a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from tests.cli.rounds import line
from tests.cli.running import ENVIRONMENT, ROOT

MIB = 1024 * 1024
# Python's own arenas and the buffers of a pipe come and go by this much.
NOISE = 6 * MIB


def peak_memory(size: int, line_size: int) -> tuple[int, int]:
    """Score a stream of so many bytes; return peak memory (bytes) and number of answers."""
    good, bad = (line(ruleset=name).rstrip("\n") for name in ("mainland-basic", "no-such-rules"))
    block = (good.ljust(line_size - 1) + "\n").encode() * 9
    block += (bad.ljust(line_size - 1) + "\n").encode()
    process = subprocess.Popen(
        [sys.executable, "-m", "settle", "score"],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )

    def feed() -> None:
        with process.stdin as stream:
            for _ in range(size // len(block)):
                stream.write(block)

    feeder = threading.Thread(target=feed)
    feeder.start()
    answers = sum(1 for _ in process.stdout)
    feeder.join()
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 1
    kilobytes = usage.ru_maxrss if sys.platform != "darwin" else usage.ru_maxrss // 1024
    return kilobytes * 1024, answers


@pytest.mark.parametrize(
    ("size", "line_size"),
    [
        pytest.param(20 * MIB, 8 * 1024, id="20 MB"),
        pytest.param(200 * MIB, 8 * 1024, id="200 MB", marks=pytest.mark.slow),
        pytest.param(1024 * MIB, 16 * 1024, id="1 GB", marks=pytest.mark.slow),
        pytest.param(40 * MIB, 1000, id="many short lines", marks=pytest.mark.slow),
    ],
)
def test_memory_stays_flat(size, line_size):
    little, _ = peak_memory(MIB, line_size)
    much, answers = peak_memory(size, line_size)
    assert answers == size // (10 * line_size) * 10
    assert much - little < NOISE


def test_a_line_of_any_length_is_passed_over_without_being_held():
    length = 50 * MIB
    little, _ = peak_memory(MIB, 8 * 1024)
    process = subprocess.Popen(
        [sys.executable, "-m", "settle", "score"],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    with process.stdin as stream:
        stream.write(line().encode() + b'{"ref": "')
        for _ in range(length // MIB):
            stream.write(b"x" * MIB)
        stream.write(b'"}\n' + line().encode())
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 1
    assert usage.ru_maxrss * 1024 - little < NOISE
