"""A run in shards that was broken off goes on where it was, or says what is otherwise."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from settle.bulk import shards
from settle.bulk.answering import Agreed
from settle.bulk.shards import MANIFEST, ShardsRefused, in_shards, plan
from tests.cli.rounds import line
from tests.cli.running import ENVIRONMENT, ROOT, settle

GOOD, REFUSED = line(), line(ruleset="no-such-rules")
ROUNDS = (GOOD * 3 + REFUSED + line(ruleset="tw-scoop-only")) * 6
NO_FLAGS = Agreed(None, {})
SIZE = 4 * len(GOOD)


@pytest.fixture
def file(tmp_path, monkeypatch):
    """30 rounds, which make 6 shards of 5: of any 4 one is shorter."""
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "rounds.ndjson"
    made.write_text(ROUNDS)
    return made


def run(folder: Path, *, most: int = 1000, jobs: int = 1, agreed: Agreed = NO_FLAGS) -> list[int]:
    """Make shards, break off after some; returns the numbers of those that there are then."""
    planned = plan(["rounds.ndjson"], None, agreed, shard_size=SIZE)
    numbers = []
    with in_shards(folder, planned, agreed, jobs) as done:
        for shard, _ in done:
            numbers.append(shard.number)
            if len(numbers) == most:
                break
    return numbers


def results(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("results-*.ndjson")))


def times(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.glob("results-*")}


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_goes_on_behind_what_is_finished(file, tmp_path, jobs):
    folder = tmp_path / "kept"
    assert run(folder, most=3) == [1, 2, 3]
    before = times(folder)
    assert len(before) == 3
    assert run(folder, jobs=jobs) == [1, 2, 3, 4, 5, 6]
    assert before.items() <= times(folder).items()
    assert results(folder) == settle("score", str(file)).stdout


def test_the_command_prints_what_a_whole_run_prints(file, tmp_path):
    (tmp_path / "more.ndjson").write_text(REFUSED)
    arguments = ["score", "rounds.ndjson", "more.ndjson"]
    whole = settle(*arguments, cwd=tmp_path)
    for jobs in ("2", "1"):
        assert settle(*arguments, "--shards", "kept", "--jobs", jobs, cwd=tmp_path) == whole
    assert (whole.status, whole.stdout.count(b"\n")) == (1, 31)
    assert b'"file":"more.ndjson"' in whole.stdout
    header, told, _ = map(json.loads, (tmp_path / "kept" / MANIFEST).read_bytes().splitlines())
    text, made = file.read_bytes(), b"".join(whole.stdout.splitlines(keepends=True)[:30])
    assert header["inputs"] == [
        {"file": "rounds.ndjson", "sha256": hashlib.sha256(text).hexdigest()},
        {"file": "more.ndjson", "sha256": hashlib.sha256(REFUSED.encode()).hexdigest()},
    ]
    assert told == {
        "shard": 1,
        "file": "rounds.ndjson",
        "from": 0,
        "to": len(text),
        "input": f"sha256:{hashlib.sha256(text).hexdigest()}",
        "output": f"sha256:{hashlib.sha256(made).hexdigest()}",
        "rounds": 30,
        "refused": 6,
    }


def test_a_file_without_rounds_makes_no_shard(file, tmp_path):
    (tmp_path / "none.ndjson").write_text(" \n\n")
    planned = plan(["none.ndjson", "rounds.ndjson"], None, NO_FLAGS, shard_size=SIZE)
    assert [each["file"] for each in planned.header["inputs"]] == ["none.ndjson", "rounds.ndjson"]
    assert {shard.block.name for shard in planned.shards} == {"rounds.ndjson"}


def test_a_shard_whose_file_is_gone_is_made_again(file, tmp_path):
    folder = tmp_path / "kept"
    run(folder)
    whole = results(folder)
    (folder / "results-00002.ndjson").unlink()
    run(folder)
    assert results(folder) == whole
    assert (folder / MANIFEST).read_bytes().count(b'"shard":2,') == 2


def test_a_line_that_was_being_written_is_taken_back(file, tmp_path):
    folder = tmp_path / "kept"
    run(folder, most=3)
    text = (folder / MANIFEST).read_bytes()
    (folder / MANIFEST).write_bytes(text[:-20])
    assert run(folder, most=3) == [1, 2, 3]
    assert (folder / MANIFEST).read_bytes() == text
    (folder / MANIFEST).write_bytes(text[:50])
    assert run(folder, most=3) == [1, 2, 3]
    assert (folder / MANIFEST).read_bytes() == text


# --- what is otherwise ---------------------------------------------------------------------------


def refused(folder: Path, agreed: Agreed = NO_FLAGS) -> str:
    """What is said, and nothing is touched."""
    before = (folder / MANIFEST).read_bytes(), times(folder)
    with pytest.raises(ShardsRefused) as told:
        run(folder, agreed=agreed)
    assert before == ((folder / MANIFEST).read_bytes(), times(folder))
    return str(told.value)


def test_another_input_is_refused(file, tmp_path):
    folder = tmp_path / "kept"
    run(folder, most=2)
    file.write_text(ROUNDS + GOOD)
    assert "input rounds.ndjson changed" in refused(folder)
    file.write_text(ROUNDS)
    assert run(folder)[-1] == 6


def test_other_rules_are_refused(file, tmp_path):
    folder = tmp_path / "kept"
    run(folder, most=2)
    text = (folder / MANIFEST).read_text()
    lines = text.splitlines()
    header = json.loads(lines[0])
    digest = header["rulesets"].pop("tw-points@1")
    header["rulesets"] |= {"tw-points@7": digest, "tw-scoop@1": "sha256:00"}
    (folder / MANIFEST).write_text("\n".join([json.dumps(header), *lines[1:], ""]))
    told = refused(folder)
    for each in ("tw-points@1 is new", "tw-points@7 is gone", "tw-scoop@1 changed"):
        assert f"ruleset {each}" in told
    assert "luosong" not in told
    (folder / MANIFEST).write_text(text)
    assert 'ruleset: null then, "tw-points" now' in refused(folder, Agreed("tw-points", {}))
    assert 'options: {} then, {"scoop_points":7} now' in refused(
        folder, Agreed(None, {"scoop_points": 7})
    )


def test_another_version_is_refused(file, tmp_path, monkeypatch):
    folder = tmp_path / "kept"
    run(folder, most=2)
    monkeypatch.setattr(shards, "__version__", "77.0")
    assert '77.0" now' in refused(folder)


def test_results_that_were_changed_are_refused(file, tmp_path):
    folder = tmp_path / "kept"
    run(folder)
    (folder / "results-00003.ndjson").write_bytes(b"{}\n")
    assert "results-00003.ndjson was changed" in refused(folder)


@pytest.mark.parametrize(
    ("place", "text", "told"),
    [
        (0, "{}", "not of a run in shards"),
        (0, "[]", "line 1, is not of a run"),
        (0, "no json", "line 1: "),
        (1, '{"shard": 1}', "line 2, is not of this run"),
        (1, '{"shard": [1]}', "line 2, is not of this run"),
        (2, "{", "line 3: "),
    ],
)
def test_a_manifest_that_cannot_be_read(file, tmp_path, place, text, told):
    folder = tmp_path / "kept"
    run(folder, most=2)
    lines = (folder / MANIFEST).read_text().splitlines()
    lines[place] = text
    (folder / MANIFEST).write_text("\n".join([*lines, ""]))
    assert told in refused(folder)


def test_two_runs_in_one_folder(file, tmp_path):
    planned = plan(["rounds.ndjson"], None, NO_FLAGS, shard_size=SIZE)
    with (
        in_shards(tmp_path / "kept", planned, NO_FLAGS, 1),
        pytest.raises(ShardsRefused, match="Another run"),
    ):
        run(tmp_path / "kept")
    assert run(tmp_path / "kept")[-1] == 6


def test_an_input_that_changes_meanwhile_is_told(file, tmp_path):
    planned = plan(["rounds.ndjson"], None, NO_FLAGS, shard_size=SIZE)
    file.write_text(ROUNDS.replace("amy", "eve"))
    with (
        in_shards(tmp_path / "kept", planned, NO_FLAGS, 1) as done,
        pytest.raises(OSError, match="was changed while"),
    ):
        next(done)
    assert results(tmp_path / "kept") == b""


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        ([], 2, "--shards is for files"),
        (["-"], 2, "--shards is for files"),
        (["round.json"], 1, "round.json is a JSON text"),
        (["pipe"], 1, "pipe is no file"),
    ],
)
def test_what_cannot_be_cut(tmp_path, arguments, status, told):
    (tmp_path / "round.json").write_text(json.dumps(json.loads(GOOD), indent=1))
    os.mkfifo(tmp_path / "pipe")
    opened = os.open(tmp_path / "pipe", os.O_RDWR)  # so that its reader need not wait
    done = settle("score", "--shards", "kept", *arguments, cwd=tmp_path, text=GOOD)
    os.close(opened)
    assert (done.status, done.stdout) == (status, b"")
    assert told in done.stderr
    assert not (tmp_path / "kept").exists()


def test_a_run_that_was_killed_goes_on(file, tmp_path):
    """Killed at any moment: what there is then is whole, and the end is the same."""
    script = (
        "import sys; from pathlib import Path; sys.path[:0] = [sys.argv[1]];"
        "from tests.bulk import test_shards as t; t.run(Path('kept'))"
    )
    whole = settle("score", str(file)).stdout
    manifest = tmp_path / "kept" / MANIFEST
    with subprocess.Popen(
        [sys.executable, "-c", script, str(ROOT)], cwd=tmp_path, env=ENVIRONMENT
    ) as process:
        while not manifest.exists() or manifest.read_bytes().count(b"\n") < 3:
            assert process.poll() is None
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
    run(tmp_path / "kept")
    assert results(tmp_path / "kept") == whole
