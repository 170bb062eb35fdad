"""One road to SQLite: two copies in one process would break each other's locks."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import sqlite_utils.utils

from settle.store import sqlite
from tests.code_health.test_import_borders import imported

SETTLE = Path(__file__).parents[2] / "settle"
SQLITE = {"sqlite3", "_sqlite3", "pysqlite3", "sqlite_utils", "apsw"}
STATEMENT = re.compile(
    r"\s*(SELECT .* FROM|INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|PRAGMA \w|"
    r"(CREATE|DROP|ALTER) (TABLE|INDEX|TRIGGER|VIEW)|BEGIN IMMEDIATE)\b",
    re.DOTALL,
)


def outside() -> list[Path]:
    return [path for path in SETTLE.rglob("*.py") if path.parent != SETTLE / "store"]


def importers(paths: list[Path], wanted: set[str] = SQLITE) -> list[str]:
    return sorted(
        path.relative_to(SETTLE).as_posix()
        for path in paths
        if any(name.partition(".")[0] in wanted for _, name in imported(path.read_text()))
    )


def test_one_module_imports_an_sqlite():
    assert importers(list(SETTLE.rglob("*.py"))) == ["store/sqlite.py"]


def test_two_modules_import_psycopg_and_only_where_a_book_is_on_a_server():
    assert importers(list(SETTLE.rglob("*.py")), {"psycopg"}) == [
        "store/pipeline.py",
        "store/postgres.py",
    ]
    asked = "import sys, settle.store, settle.cli; print('psycopg' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_sqlite_is_the_one_that_sqlite_utils_took():
    assert sqlite.sqlite3 is sqlite_utils.utils.sqlite3


def test_no_sql_is_written_outside_the_store():
    found = [
        f"{path.relative_to(SETTLE)}:{node.lineno}"
        for path in outside()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and STATEMENT.match(node.value)
    ]
    assert found == []


def test_others_take_the_store_by_its_front_door():
    inner = {path.stem for path in (SETTLE / "store").glob("*.py")} - {"__init__"}
    found = [
        f"{path.relative_to(SETTLE)}:{line}"
        for path in outside()
        for line, name in imported(path.read_text())
        if re.fullmatch(r"settle\.store\.(\w+).*", name) and name.split(".")[2] in inner
    ]
    assert found == []


def test_what_is_looked_for_is_there_to_be_found():
    assert sys.modules["settle.store.sqlite"].VERSION == sqlite.VERSION
    sources = [path.read_text() for path in (SETTLE / "store").glob("*.py")]
    constants = [
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert sum(STATEMENT.match(text) is not None for text in constants) > 20
