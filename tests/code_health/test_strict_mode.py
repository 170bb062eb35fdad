"""With SETTLE_TESTS_STRICT=1 a skipped test is a failed test."""

from __future__ import annotations

from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"

SKIPS = {
    "a skip mark": """
        import pytest
        @pytest.mark.skip(reason="no database")
        def test_it(): pass
    """,
    "a skip while running": """
        import pytest
        def test_it(): pytest.skip("no database")
    """,
    "a skip in a fixture": """
        import pytest
        @pytest.fixture
        def database(): pytest.skip("no database")
        def test_it(database): pass
    """,
    "a file that needs a missing module": """
        import pytest
        pytest.importorskip("no_such_module_anywhere")
        def test_it(): pass
    """,
    "a doctest that skips everything": """
        def it():
            '''
            >>> it()  # doctest: +SKIP
            '''
    """,
}


@pytest.fixture
def run(pytester, monkeypatch):
    """Run one test file in strict mode or not, and return its counts of outcomes."""

    def _run(source: str, *, strict: bool) -> dict[str, int]:
        monkeypatch.setenv("SETTLE_TESTS_STRICT", "1" if strict else "")
        monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        pytester.makeconftest(CONFTEST.read_text())
        pytester.makepyfile(source)
        result = pytester.runpytest_subprocess("--doctest-modules", "-p", "no:cacheprovider")
        # A file that fails as a whole counts as an error, a test as a failure: red both ways.
        outcomes = result.parseoutcomes()
        return {"exit": int(result.ret != 0), **outcomes}

    return _run


@pytest.mark.parametrize("source", SKIPS.values(), ids=SKIPS.keys())
def test_a_skip_fails_in_strict_mode(run, source):
    outcomes = run(source, strict=True)
    assert outcomes["exit"] == 1
    assert "skipped" not in outcomes
    assert outcomes.get("failed", 0) + outcomes.get("errors", outcomes.get("error", 0)) >= 1


def test_a_skip_is_allowed_outside_strict_mode(run):
    assert run(SKIPS["a skip while running"], strict=False) == {"exit": 0, "skipped": 1}


def test_a_passing_and_an_expected_failure_stay_what_they_are(run):
    source = """
        import pytest
        def test_passes(): pass
        @pytest.mark.xfail(strict=True)
        def test_known_gap(): assert False
    """
    assert run(source, strict=True) == {"exit": 0, "passed": 1, "xfailed": 1}
