"""A PostgreSQL server of one's own: made in a folder for the moment, reached by a socket in it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import get_args

import pytest

from settle.store.records import Table

OWNER = "postgres"
"""Whom the server runs as, where the tests run as root: it refuses to run as that."""
PATIENCE_SECONDS = 60


def program(name: str) -> str | None:
    """Where a program of the server is: Debian keeps them out of the path."""
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: each.parent.name)
    return shutil.which(name, path=os.pathsep.join([os.environ["PATH"], *map(str, homes)]))


def missing() -> str | None:
    """Why no server can be started here; None where one can."""
    if program("initdb") is None:
        return "no PostgreSQL server is installed"
    if os.geteuid() == 0 and OWNER not in {user.pw_name for user in pwd.getpwall()}:
        return f"a server does not run as root, and there is no user {OWNER}"
    return None


class Server:
    """A server that runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user = OWNER if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        self._made = 0

    def run(self, name: str, *words: object) -> None:
        found = program(name)
        assert found is not None
        become = ["setpriv", f"--reuid={OWNER}", f"--regid={OWNER}", "--clear-groups", "--"]
        command = [*(become if os.geteuid() == 0 else []), found, *map(str, words)]
        log = self.folder / "log"
        with log.open("ab") as out:
            done = subprocess.run(command, stdout=out, stderr=out, cwd=self.folder, check=False)
        assert done.returncode == 0, log.read_text()

    def start(self) -> None:
        """Make its files, and run it."""
        if os.geteuid() == 0:
            shutil.chown(self.folder, OWNER, OWNER)
        data = self.folder / "data"
        # What it writes while it is made is nobody's book yet.
        self.run("initdb", "-D", data, "-A", "trust", "-U", self.user, "-E", "UTF8", "-N",
                  "--locale=C.UTF-8")  # fmt: skip
        settings = {"listen_addresses": "", "max_connections": 200, "shared_buffers": "64MB",
                    "unix_socket_directories": self.folder}  # fmt: skip
        options = " ".join(f"-c {name}={value or chr(39) * 2}" for name, value in settings.items())
        self._options = options
        self.again()

    def again(self) -> None:
        """Run it, on the files that it has."""
        data = self.folder / "data"
        self.run(
            "pg_ctl", "-D", data, "-w", "-l", self.folder / "said", "-o", self._options, "start"
        )

    def stop(self, mode: str = "immediate") -> None:
        """End it, as a power loss would unless another mode is said."""
        self.run("pg_ctl", "-D", self.folder / "data", "-m", mode, "-w", "stop")

    @property
    def address(self) -> str:
        """Of its database, in no schema in particular."""
        return f"postgresql://{self.user}@/postgres?host={self.folder}"

    def place(self) -> str:
        """The address of a schema where nothing is yet."""
        import psycopg  # noqa: PLC0415 - a bare machine may be without

        self._made += 1
        schema = f"book_{os.getpid()}_{self._made}"
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {schema}")
        return f"{self.address}&options=-csearch_path%3D{schema}"


def emptied(address: str, book: str = "0123456789abcdef") -> None:
    """Throw away what is in a book on a server, which its guards would not let anybody do.

    It is quicker than to make another one.
    """
    from settle.store.postgres import Connection  # noqa: PLC0415

    # A backend whose connection was closed may take a moment to be gone.
    with closing(Connection(address, wait_seconds=PATIENCE_SECONDS)) as connection:
        connection.begin(immediate=True)
        guards = connection.run(
            "SELECT CAST(relname AS text), CAST(tgname AS text) FROM pg_trigger JOIN pg_class"
            " ON pg_class.oid = tgrelid WHERE NOT tgisinternal AND tgenabled = 'A'"
            " AND relnamespace = CAST(current_schema() AS regnamespace)"
        )
        for table, guard in guards:
            connection.script(f"ALTER TABLE {table} DISABLE TRIGGER {guard}")
        for table in reversed(get_args(Table)):
            if table != "migration":
                connection.script(f"DELETE FROM {table}")  # noqa: S608 - one of ours
        connection.run("INSERT INTO book VALUES (?)", (book,))
        for table, guard in guards:
            connection.script(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {guard}")
        connection.commit()


@contextmanager
def running() -> Iterator[Server]:
    """A server for as long as the block lasts. Skips where there can be none."""
    pytest.importorskip("psycopg")
    why = missing()
    if why is not None:
        pytest.skip(why)
    folder = Path(tempfile.mkdtemp(prefix="settle-postgresql-"))
    server = Server(folder)
    try:
        server.start()
        yield server
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)
