"""Rounds in Parquet files, and answers: the same documents as NDJSON gives."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal

import pyarrow as pa
import pytest
from pyarrow import parquet

from settle.bulk import parquet as ours
from tests.cli.rounds import line, round_document
from tests.cli.running import ENVIRONMENT, ROOT, settle

GOOD, OTHER, REFUSED = line(), line(ruleset="tw-scoop-only"), line(ruleset="no-such-rules")
LONG = '{"ref": "' + "x" * (1 << 20) + '"}\n'
TEXTS = [GOOD, REFUSED, OTHER, "{no json", LONG, '{"a": 1, "a": 2}', GOOD]


@pytest.fixture
def texts(tmp_path):
    """The same documents as texts in a column and on lines."""
    (tmp_path / "rounds.ndjson").write_text("\n".join(text.strip() for text in TEXTS))
    table = pa.table({"table": [1] * len(TEXTS), "round": [text.strip() for text in TEXTS]})
    parquet.write_table(table, tmp_path / "rounds.parquet", row_group_size=3)
    return tmp_path


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_texts_in_a_column(texts, jobs):
    lines = settle("score", "rounds.ndjson", cwd=texts)
    rows = settle("score", "--jobs", jobs, "rounds.parquet", cwd=texts)
    assert rows == lines
    assert (rows.status, rows.stdout.count(b"\n")) == (1, len(TEXTS))


def test_a_column_for_each_field(tmp_path):
    given = [
        round_document(ref="1", played_at="2026-11-30T20:00:00+08:00"),
        round_document(ruleset="tw-scoop", options={"tied_row_scoops": True}),
        round_document(ruleset="tw-points", stake={"currency": "TWD", "amount": "10"}),
    ]
    # Whoever lacks a field of the others has null there.
    table = pa.Table.from_struct_array(pa.array(given))
    parquet.write_table(table, tmp_path / "rounds.parquet")
    (tmp_path / "rounds.ndjson").write_text("\n".join(map(json.dumps, given)))
    rows = settle("score", "rounds.parquet", cwd=tmp_path)
    assert rows == settle("score", "rounds.ndjson", cwd=tmp_path)
    assert (rows.status, rows.stdout.count(b"money")) == (0, 1)


def test_answers_in_a_file(texts):
    lines = settle("score", "rounds.ndjson", cwd=texts)
    files = []
    for jobs in ("1", "2"):
        done = settle(
            *("score", "--jobs", jobs, "rounds.parquet", "-o", f"{jobs}.parquet"), cwd=texts
        )
        assert (done.status, done.stdout, done.stderr) == (1, b"", "")
        files.append((texts / f"{jobs}.parquet").read_bytes())
    assert files[0] == files[1]
    made = parquet.read_table(texts / "1.parquet").to_pydict()
    assert made["answer"] == lines.stdout.decode().splitlines()
    assert made["refused"] == [False, True, False, True, True, True, False]


def test_the_same_file_in_whatever_parts_the_answers_come(tmp_path, monkeypatch):
    monkeypatch.setattr(ours, "GROUP_ROWS", 3)
    answers, files = [b'{"basis":%d}\n' % number for number in range(8)], []
    for parts in ([b"".join(answers)], answers, [b"".join(answers[:5]), b"".join(answers[5:])]):
        path = tmp_path / "made.parquet"
        with path.open("wb") as stream, ours.Answers(stream) as made:
            for part in parts:
                made.write(part)
        files.append(path.read_bytes())
    assert files[0] == files[1] == files[2]
    groups = parquet.ParquetFile(path).metadata
    assert [groups.row_group(place).num_rows for place in range(3)] == [3, 3, 2]


def test_answers_in_a_file_of_lines_and_nothing_of_what_failed(texts):
    done = settle("score", "rounds.ndjson", "-o", "answers.ndjson", cwd=texts)
    assert (done.status, done.stdout) == (1, b"")
    whole = settle("score", "rounds.ndjson", cwd=texts)
    assert (texts / "answers.ndjson").read_bytes() == whole.stdout
    for name in ("none.ndjson", "none.parquet"):
        done = settle("score", "rounds.ndjson", "rounds.gone", "-o", name, cwd=texts)
        assert done.status == 2
    (texts / "broken.parquet").write_bytes(b"PAR1 is no Parquet PAR1")
    for name in ("none.ndjson", "none.parquet"):
        done = settle("score", "rounds.ndjson", "broken.parquet", "-o", name, cwd=texts)
        assert (done.status, done.stdout) == (1, b"")
        assert "broken.parquet is no Parquet file" in done.stderr
    assert not list(texts.glob("none*"))


def test_answers_of_shards_in_a_file(texts):
    whole = settle("score", "rounds.ndjson", cwd=texts)
    done = settle("score", "--shards", "kept", "-o", "x.parquet", "rounds.ndjson", cwd=texts)
    assert (done.status, done.stdout, done.stderr) == (1, b"", "")
    made = parquet.read_table(texts / "x.parquet").to_pydict()
    assert made["answer"] == whole.stdout.decode().splitlines()


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (datetime(2026, 11, 30, tzinfo=UTC), "timestamp"),
        (Decimal("1.5"), "decimal"),
        (b"GIF", "binary"),
        ([datetime(2026, 11, 30, tzinfo=UTC)], "timestamp"),
        ({"a": Decimal("1.5")}, "decimal"),
    ],
)
def test_a_column_that_is_no_field(tmp_path, value, kind):
    table = pa.Table.from_pylist([{"ruleset": "tw-scoop", "ref": value}])
    parquet.write_table(table, tmp_path / "rounds.parquet")
    done = settle("score", "rounds.parquet", cwd=tmp_path)
    assert (done.status, done.stdout) == (1, b"")
    told = " ".join(done.stderr.split())
    assert "rounds.parquet: column ref has values of the type" in told
    assert kind in told


def test_a_pipe_has_no_end_to_begin_from(texts):
    given = (texts / "rounds.parquet").read_bytes()
    piped = settle("score", "--format", "parquet", text=given)
    assert (piped.status, piped.stdout) == (1, b"")
    assert "name a file, not a pipe" in piped.stderr


def test_no_shards_of_it(texts):
    done = settle("score", "--shards", "kept", "rounds.parquet", cwd=texts)
    assert (done.status, done.stdout) == (1, b"")
    assert "Shards are made of NDJSON only" in done.stderr
    assert not (texts / "kept").exists()


def test_the_library_is_missing(texts):
    code = "import sys; sys.modules['pyarrow'] = None; from settle.cli import main; main()"
    for arguments in (["rounds.parquet"], ["rounds.ndjson", "-o", "made.parquet"]):
        done = subprocess.run(
            [sys.executable, "-c", code, "score", *arguments],
            cwd=texts,
            env={**ENVIRONMENT, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert 'pip install "settle[parquet]"' in done.stderr
    assert not list(texts.glob("made*"))
