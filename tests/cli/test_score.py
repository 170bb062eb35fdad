"""``settle score``: what it takes, what it answers, how it ends."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import rfc8785

from tests.cli.rounds import answers, line, pretty, round_document
from tests.cli.running import ENVIRONMENT, ROOT, settle

LINE_LIMIT = 1024 * 1024
ARRAY_LIMIT = 64 * 1024 * 1024
GOOD, OTHER = line(), line(ruleset="tw-scoop-only")
BAD_JSON, REFUSED = "{no json\n", line(ruleset="no-such-rules")


def padded(length: int) -> str:
    """A good round on a line of so many bytes, line end not counted."""
    text = line().rstrip("\n")
    return text + " " * (length - len(text)) + "\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # one document
        (pretty(), [4]),
        (pretty() + "\n\n", [4]),
        (GOOD, [4]),
        (GOOD.rstrip("\n"), [4]),
        # an array
        (f"[{GOOD}, {OTHER}]", [4, 1]),
        (f"[\n{GOOD},\n{OTHER}]\n", [4, 1]),
        (f"[{GOOD.strip()}, {OTHER.strip()}]\n", [4, 1]),
        (f"  [{pretty()},{pretty()}]  ", [4, 4]),
        (f"[\n{GOOD}]", [4]),
        ("[]", []),
        ("[ ]\n", []),
        # NDJSON
        (GOOD + OTHER, [4, 1]),
        (GOOD + OTHER.rstrip("\n"), [4, 1]),
        (f"\n{GOOD}\n  \n{OTHER}\n\n", [4, 1]),
        (GOOD.replace("\n", "\r\n") + OTHER, [4, 1]),
        # nothing
        ("", []),
        (" \n\n", []),
    ],
)
def test_every_form_of_input(text, expected):
    done = settle("score", text=text)
    assert (done.status, answers(done.stdout), done.stderr) == (0, expected, "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # one bad line does not stop the others, wherever it stands
        (GOOD + BAD_JSON + OTHER, [4, (2, ["malformed_json"]), 1]),
        (GOOD + REFUSED + OTHER, [4, (2, ["unknown_ruleset"]), 1]),
        (REFUSED + GOOD, [(1, ["unknown_ruleset"]), 4]),
        (BAD_JSON + GOOD, [(1, ["malformed_json"]), 4]),
        (GOOD + BAD_JSON, [4, (2, ["malformed_json"])]),
        (GOOD + '{"ruleset": "tw-scoop", "hands": [\n' + OTHER, [4, (2, ["malformed_json"]), 1]),
        # line numbers count empty lines
        (f"{GOOD}\n\n{REFUSED}", [4, (4, ["unknown_ruleset"])]),
        # a line that is no object
        (GOOD + '"text"\n[]\n17\nnull\n', [4, *((n, ["wrong_type"]) for n in (2, 3, 4, 5))]),
        ("[]\n" + GOOD, [(1, ["wrong_type"]), 4]),
        # several documents on a line
        (GOOD.strip() + " " + OTHER, [(1, ["malformed_json"])]),
        # strict JSON, line by line
        ('{"ruleset": "a", "ruleset": "b"}\n' + GOOD, [(1, ["duplicate_key"]), 4]),
        (GOOD + '{"ruleset": NaN}\n', [4, (2, ["malformed_json"])]),
        (GOOD + '{"bet": ' + "9" * 5000 + "}\n", [4, (2, ["malformed_json"])]),
        ('{"bet": ' + "9" * 5000 + "}\n" + GOOD, [(1, ["malformed_json"]), 4]),
        (GOOD + "[" * 100_000 + "\n" + OTHER, [4, (2, ["malformed_json"]), 1]),
        # all faults of a document
        (line(extra=1, banker="amy"), [(1, ["banker_not_played", "unknown_field"])]),
        # arrays: the place counts
        (f"[{GOOD}, {REFUSED}, {OTHER}]", [4, (2, ["unknown_ruleset"]), 1]),
        (f'[{GOOD}, 7, {{"a": 1, "a": 2}}]', [4, (2, ["wrong_type"]), (3, ["duplicate_key"])]),
        # broken arrays and documents
        (f"[{GOOD}, {OTHER}", [4, 1, (3, ["malformed_json"])]),
        (f"[{GOOD} {OTHER}]", [4, (2, ["malformed_json"])]),
        (f"[{GOOD}],", [4, (2, ["malformed_json"])]),
        ("[,]", [(1, ["malformed_json"])]),
        (pretty()[:-1], [(1, ["malformed_json"])]),
        ("no json at all", [(1, ["malformed_json"])]),
        ("<html>\n<body>\nno json\n</body>\n", [(1, ["malformed_json"])]),
    ],
)  # fmt: skip
def test_a_bad_round_is_answered_in_its_place(text, expected):
    done = settle("score", text=text)
    assert (done.status, answers(done.stdout), done.stderr) == (1, expected, "")


@pytest.mark.parametrize(
    ("text", "number", "told"),
    [
        # In NDJSON the line is the document's own place: only the column is told.
        (GOOD + '{"ref": 1,, }\n', 2, "column 11: "),
        (GOOD + '{"ref": "x\n' + OTHER, 2, "column 9: the text that begins here is never closed"),
        (GOOD + '{"ref":\n', 2, "column 8: the JSON ends here"),
        # A document of many lines has no place but these.
        ('{\n  "ref": 1,,\n}\n', 1, "line 2, column 12: "),
        # Elements of an array are told by the lines of the file.
        ('[\n{},\n  {"ref": "a\tb"}]', 2, "line 3, column 13: a text cannot go on"),
        ('[{}, {},\n{"a":1}, {"ref": "a\tb"}]', 4, "line 2, column 20: a text cannot go on"),
        ('[{}, {"ref":\n"a\tb"}]', 2, "line 2, column 3: a text cannot go on"),
        (f"[{GOOD.strip()},\n{{]", 2, "line 2, column 2: "),
    ],
)
def test_a_place_in_malformed_json_is_one_of_the_file(text, number, told):
    answer = json.loads(settle("score", text=text).stdout.splitlines()[number - 1])
    assert answer["line"] == number
    assert answer["error"]["detail"].startswith(told)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"\xef\xbb\xbf" + GOOD.encode() + OTHER.encode(), [(1, ["malformed_json"]), 1]),
        (b"\xef\xbb\xbf[" + GOOD.encode() + b"]", [(1, ["malformed_json"])]),
        (GOOD.encode() + b'{"ref": "\xff"}\n' + OTHER.encode(), [4, (2, ["malformed_json"]), 1]),
        (GOOD.encode().decode().encode("utf-16"), [(1, ["malformed_json"])]),
        (b"\x00\x01\x02", [(1, ["malformed_json"])]),
        (b"[" + GOOD.encode() + b', "\xff"]', [(1, ["malformed_json"])]),
        (GOOD.encode() + b'{"ref": "\\ud800"}\n', [4, (2, ["malformed_json"])]),
    ],
)
def test_what_is_no_utf_8(text, expected):
    done = settle("score", text=text)
    assert (done.status, answers(done.stdout), done.stderr) == (1, expected, "")


def test_an_error_is_a_problem_document():
    done = settle("score", text=GOOD + REFUSED)
    told = json.loads(done.stdout.splitlines()[1])
    assert set(told) == {"line", "error"}
    assert {"type", "title", "status", "detail", "errors"} <= set(told["error"])
    assert told["error"]["status"] == 422
    assert told["error"]["errors"][0]["pointer"] == "/ruleset"
    assert "no-such-rules" in told["error"]["errors"][0]["message"]


def test_results_are_canonical_json_in_one_line_each():
    done = settle("score", text=GOOD + OTHER)
    for text in done.stdout.splitlines():
        assert rfc8785.dumps(json.loads(text)) == text
    assert done.stdout.endswith(b"}\n")
    assert settle("score", text=GOOD + OTHER).stdout == done.stdout


@pytest.mark.parametrize(
    ("form", "text", "status", "expected"),
    [
        ("ndjson", pretty(), 1, None),
        ("ndjson", BAD_JSON + BAD_JSON, 1, [(1, ["malformed_json"]), (2, ["malformed_json"])]),
        ("ndjson", f"[{GOOD.strip()}]\n", 1, [(1, ["wrong_type"])]),
        ("json", GOOD, 0, [4]),
        ("json", GOOD + OTHER, 1, [(1, ["malformed_json"])]),
        ("json", f"[{GOOD}]", 0, [4]),
    ],
)
def test_format_is_forced(form, text, status, expected):
    done = settle("score", "--format", form, text=text)
    assert done.status == status
    if expected is not None:
        assert answers(done.stdout) == expected


@pytest.mark.parametrize(
    ("text", "status", "expected"),
    [
        (padded(LINE_LIMIT) + GOOD, 0, [4, 4]),
        (padded(LINE_LIMIT).replace("\n", "\r\n") + GOOD, 0, [4, 4]),
        (padded(LINE_LIMIT + 1) + GOOD, 1, [(1, ["too_large"]), 4]),
        (GOOD + padded(LINE_LIMIT + 1) + GOOD, 1, [4, (2, ["too_large"]), 4]),
        (GOOD + padded(3 * LINE_LIMIT + 7) + GOOD, 1, [4, (2, ["too_large"]), 4]),
        (GOOD + padded(LINE_LIMIT + 1).removesuffix("\n"), 1, [4, (2, ["too_large"])]),
    ],
    ids=["at the limit", "with CR", "above", "in the middle", "far above", "at the end"],
)
def test_a_line_holds_at_most_1_mib(text, status, expected):
    done = settle("score", text=text)
    assert (done.status, answers(done.stdout)) == (status, expected)


def test_an_array_holds_at_most_64_mib():
    fits = "[" + GOOD + "," + " " * (ARRAY_LIMIT - 2 * len(GOOD) - 3) + GOOD + "]"
    assert len(fits) == ARRAY_LIMIT
    done = settle("score", text=fits)
    assert (done.status, answers(done.stdout)) == (0, [4, 4])
    done = settle("score", text=fits + " ")
    assert (done.status, answers(done.stdout), done.stderr) == (1, [(1, ["too_large"])], "")
    told = json.loads(done.stdout)["error"]
    assert (told["status"], str(ARRAY_LIMIT) in told["detail"]) == (413, True)


def test_several_files_are_scored_in_order(tmp_path):
    (tmp_path / "a.json").write_text(pretty())
    (tmp_path / "b.ndjson").write_text(OTHER + REFUSED)
    done = settle("score", "b.ndjson", "-", "a.json", cwd=tmp_path, text=GOOD + GOOD)
    assert done.status == 1
    assert answers(done.stdout) == [1, (2, ["unknown_ruleset"]), 4, 4, 4]
    assert json.loads(done.stdout.splitlines()[1])["file"] == "b.ndjson"


# --- flags ---------------------------------------------------------------------------------------

POINTS = {"ruleset": "tw-points"}


@pytest.mark.parametrize(
    ("flags", "document", "expected"),
    [
        (["--ruleset", "tw-points"], {}, 3),
        (["--ruleset", "tw-points@1"], {}, 3),
        (["--ruleset", "tw-scoop"], {}, 6),
        (["--option", "scoop_points=7"], POINTS, 10),
        (["--option", "scoop_points=7"], {**POINTS, "options": {"scoop_points": 1}}, 10),
        (["--ruleset", "tw-points", "--option", "scoop_points=7"], {}, 10),
        (["--ruleset", "fujian-13-water", "--option", "doubling_card=Ks"], {}, 6),
        (["--ruleset", "fujian-13-water", "--option", 'doubling_card="Ks"'], {}, 6),
        (["--ruleset", "fujian-13-water", "--option", "doubling_card=null"], {}, 3),
        (["--option", "natural_points={}", "--option", "natural_points={}"], {}, 4),
    ],
)  # fmt: skip
def test_flags_override_the_document(flags, document, expected):
    done = settle("score", *flags, text=line(**document))
    assert (done.status, answers(done.stdout)) == (0, [expected])


def test_a_ruleset_that_the_document_lacks_is_filled_in():
    document = round_document()
    del document["ruleset"]
    done = settle("score", "--ruleset", "mainland-basic", text=json.dumps(document))
    assert (done.status, answers(done.stdout)) == (0, [4])


def test_an_option_is_judged_round_by_round():
    text = line(ruleset="tw-points") + line(ruleset="mainland-basic")
    done = settle("score", "--option", "scoop_points=7", text=text)
    assert (done.status, answers(done.stdout)) == (1, [10, (2, ["unknown_option"])])


def test_flags_leave_a_bad_document_to_be_refused():
    text = '[]\n"x"\n' + line(options=3)
    done = settle("score", "--ruleset", "tw-points", "--option", "scoop_points=7", text=text)
    assert answers(done.stdout) == [(n, ["wrong_type"]) for n in (1, 2, 3)]


def test_a_tables_own_file_is_a_ruleset(tmp_path):
    (tmp_path / "ours.toml").write_text(
        'id = "ours"\nversion = 3\nextends = "mainland-basic@1"\nregion = "CN"\n'
        'title = { en = "Ours", zh-Hant = "自家", zh-Hans = "自家" }\n'
        '[sources.us]\ntitle = "Our table"\n'
        '[scoop]\npoints = { value = 9, unit = "points", source = "us" }\n'
    )
    done = settle("score", "--ruleset", "ours.toml", cwd=tmp_path, text=GOOD)
    result = json.loads(done.stdout)
    assert (done.status, answers(done.stdout)) == (0, [12])
    assert (result["ruleset"], result["ruleset_version"]) == ("ours", 3)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["score", "missing.ndjson"], "missing.ndjson"),
        (["score", "."], "is a directory"),
        (["score", "--format", "csv"], "'csv' is not one of 'json', 'ndjson'"),
        (["score", "--option", "x"], "'x' is no NAME=VALUE"),
        (["score", "--option", "=3"], "'=3' is no NAME=VALUE"),
        (["score", "--option", "a=1", "--option", "a=2"], "a is given twice"),
        (["score", "--option", "a=1", "--option", "a=true"], "a is given twice"),
        (["score", "--ruleset", "no-such-rules"], 'no ruleset "no-such-rules"'),
        (["score", "--ruleset", "tw-points@9"], 'no ruleset "tw-points@9"'),
        (["score", "--ruleset", "missing.toml"], "missing.toml: No such file"),
        (["score", "--ruleset", "broken.toml"], "broken.toml"),
        (["score", "--no-such-flag"], "No such option"),
        (["no-such-command"], "No such command"),
        (["explain", "--against", "no-such-rules"], 'no ruleset "no-such-rules"'),
        (["explain", "--lang", "tlh"], "'tlh' is not one of"),
        (["rulesets", "show"], "Missing argument"),
        (["rulesets", "show", "no-such-rules"], 'no ruleset "no-such-rules"'),
        (["rulesets", "check", "missing.toml"], "missing.toml"),
    ],
)
def test_wrong_usage_is_status_2(arguments, told, tmp_path):
    (tmp_path / "broken.toml").write_text("id = \n")
    done = settle(*arguments, cwd=tmp_path, text=GOOD)
    assert (done.status, done.stdout) == (2, b"")
    assert told in done.stderr
    assert "Traceback" not in done.stderr


# --- streams, pipes, keys ------------------------------------------------------------------------


@contextmanager
def popen(*arguments: str, **streams) -> Iterator[subprocess.Popen]:
    """Run ``settle`` beside the test; one that waits for ever is ended, and the test fails."""
    command = [sys.executable, "-m", "settle", *arguments]
    with subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, **streams) as process:
        watch = threading.Timer(60, process.kill)
        watch.start()
        try:
            yield process
        finally:
            watch.cancel()


def test_every_answer_comes_at_once():
    with popen("score", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for expected in (4, 4):
            process.stdin.write(GOOD.encode())
            process.stdin.flush()
            assert answers(process.stdout.readline()) == [expected]
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0


def test_a_reader_that_has_enough_is_no_error():
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with popen("score", **streams) as process:
        process.stdin.write(GOOD.encode())
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        try:
            for _ in range(200):
                process.stdin.write(GOOD.encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_ctrl_c_is_quiet():
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with popen("score", **streams) as process:
        process.stdin.write(GOOD.encode())
        process.stdin.flush()
        assert answers(process.stdout.readline()) == [4]
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
    assert process.returncode == 130


@pytest.mark.parametrize(
    ("redirected", "status", "told"),
    [
        (">&-", 1, "standard output is closed"),
        ("2>&-", 0, ""),
        ("<&-", 1, "standard input is closed"),
        (">/dev/full", 1, "No space left"),
        (">/dev/null", 0, ""),
    ],
)
def test_streams_that_are_closed_or_full(redirected, status, told):
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m settle score {redirected}', sys.executable],
        input=GOOD,
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_person_at_a_keyboard_is_told_what_is_awaited():
    mine, theirs = pty.openpty()
    with popen("score", stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        os.close(theirs)
        told = process.stderr.readline()
        assert b"Ctrl-D" in told
        os.write(mine, GOOD.encode())
        assert answers(process.stdout.readline()) == [4]
        os.write(mine, b"\x04")
        assert process.stdout.read() == b""
    os.close(mine)
    assert process.returncode == 0


def test_a_long_run_shows_its_progress_on_a_terminal_only(tmp_path):
    mine, theirs = pty.openpty()
    os.mkfifo(tmp_path / "rounds")
    with popen("score", str(tmp_path / "rounds"), stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        with (tmp_path / "rounds").open("wb") as rounds:
            shown, until = b"", time.monotonic() + 60
            while b"rounds" not in shown:
                assert time.monotonic() < until, "a minute is a long run"
                for _ in range(32):
                    rounds.write(GOOD.encode())
                    rounds.flush()
                    process.stdout.readline()
                if select.select([mine], [], [], 0.1)[0]:
                    shown += os.read(mine, 100_000)
        assert process.stdout.read() == b""
    os.close(mine)
    assert process.returncode == 0
