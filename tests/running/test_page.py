"""The operations page, walked through as it is written, and the files beside it."""

from __future__ import annotations

import configparser
import json
import os
import re
import subprocess
import sys
import tomllib

import pytest

from settle.config import SETTINGS, Settings, effective
from tests.book.rounds import scoops, session
from tests.code_health.tree import ROOT
from tests.docs.pages import page
from tests.docs.test_commands import COMMANDS, flags
from tests.service.services import Service, client_of, findings

DEPLOY = ROOT / "examples" / "deploy"
PAGE = page("examples/deploy/README.md")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
FOLDERS = ("/etc/settle", "/var/lib/settle", "/var/backups/settle")
OURS = "/opt/settle/bin/settle "
AMY = "1f8b0c6d"
"""What the page calls the id of Amy's key; it is another one each time."""
DAYS = ("settle-backup.service", "settle-backup.timer")


def file(name):
    return (DEPLOY / name).read_text("utf-8")


class Machine:
    """A machine with these folders somewhere else, and ``settle`` as a command."""

    def __init__(self, root):
        self.root = root
        for folder in FOLDERS:
            self.place(folder).mkdir(parents=True)
        self.place("/etc/settle/settle.toml").write_text(self.here(file("settle.toml")))
        (root / "bin").mkdir()
        command = root / "bin" / "settle"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m settle "$@"\n')
        command.chmod(0o755)
        self.service = Service(self.place("/var/lib/settle/book.db"), log="json")
        self.printed, self.ids = "", {}

    def place(self, path):
        return self.root / path.lstrip("/")

    def here(self, text):
        for folder in FOLDERS:
            text = text.replace(folder, str(self.place(folder)))
        return text

    def admin_key(self):
        """What the owner has kept: the file of the first start, or what was printed last."""
        kept = self.place("/var/lib/settle/book.db.admin-key")
        printed = re.findall(r"\bstl_\w+", self.printed)
        return kept.read_text("ascii").strip() if kept.exists() else (printed or [""])[-1]

    def type(self, lines):
        """Type the lines of a block, each of which has to end well."""
        lines = self.here(lines).replace("127.0.0.1:8000", f"127.0.0.1:{self.service.port}")
        lines = lines.replace(AMY, self.ids.get("Amy", AMY))
        done = subprocess.run(
            ["sh", "-e", "-c", lines],
            cwd=self.root,
            env={
                "PATH": f"{self.root / 'bin'}{os.pathsep}{os.environ['PATH']}",
                "PYTHONPATH": str(ROOT),
                "PYTHONUTF8": "1",
                "SETTLE_CONFIG": str(self.place("/etc/settle/settle.toml")),
                "ADMIN_KEY": self.admin_key(),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, lines + done.stdout + done.stderr
        self.printed += done.stdout
        for name in re.findall(r"--name (\w+)", lines):
            self.ids[name] = re.findall(r"\bstl_([0-9a-f]+)_", done.stdout)[-1]

    def manage(self, line):
        """Do what the service manager would."""
        verb = line.split()[1]
        if verb in ("stop", "restart"):
            assert self.service.stop() == 0
        if verb in ("enable", "start", "restart"):
            self.service.start()


@pytest.fixture
def machine(tmp_path):
    made = Machine(tmp_path)
    yield made
    if made.service.process is not None:
        made.service.end()


def play(service, name, games):
    """Something happens at a table."""
    with client_of(service) as client:
        assert client.post("/v1/sessions", session(id=name)).status == 201
        for game in range(1, games + 1):
            path = f"/v1/sessions/{name}/rounds"
            assert client.post(path, scoops("amy>dan", game=game)).status == 201
        assert client.ask("GET", "/v1/sessions/nosuch").status == 404


def test_the_page_can_be_walked_through(machine):
    played = 0
    for kind, lines in BLOCKS:
        if kind == "sh":
            machine.type(lines)
        elif kind == "":
            for line in lines.splitlines():
                if line.startswith("systemctl "):
                    machine.manage(line)
        if machine.service.process is not None and not played:
            played = 3
            play(machine.service, "friday", played)
    assert machine.service.stop() == 0
    assert findings(machine.service.path) == []
    numbers = set(re.findall(r"^(settle_\w+?)(?:_bucket|_count|_sum)?[{ ]", machine.printed,
                             flags=re.MULTILINE))  # fmt: skip
    told = set(re.findall(r"\bsettle_\w+\b", PAGE)) - {"settle_request_seconds_bucket"}
    assert told <= numbers
    [shown] = [json.loads(lines) for kind, lines in BLOCKS if kind == "json"]
    lines = [json.loads(line) for line in machine.service.errors.read_text().splitlines()]
    recorded = [line for line in lines if line["route"] == shown["route"]]
    assert len(recorded) == played
    assert all(list(line) == list(shown) for line in recorded)


def test_the_page_says_what_is_checked():
    """A walk without these steps would be none."""
    typed = "".join(lines for kind, lines in BLOCKS if kind == "sh")
    for step in ("backup", "restore", "audit", "keys handover", "keys rotate-admin", "config"):
        assert f"settle {step}" in typed


# --- the files beside it --------------------------------------------------------------------------


def unit(name):
    """A unit of systemd by section; a key that is there twice keeps its last value."""
    parsed = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parsed.optionxform = str
    parsed.read_string(file(name))
    return parsed


def test_every_file_is_told_and_every_file_told_is_there():
    told = set(re.findall(r"\]\(([\w.-]+)\)", PAGE))
    assert told == {path.name for path in DEPLOY.iterdir()} - {"README.md"}


def test_the_settings_are_settings():
    found = effective({"config": str(DEPLOY / "settle.toml")}, {}).settings
    assert (
        tomllib.loads(file("settle.toml")).items()
        <= {each.name: getattr(found, each.name) for each in SETTINGS}.items()
    )
    assert found.rate_per_minute > 0


def test_the_units_call_what_there_is():
    settings = effective({"config": str(DEPLOY / "settle.toml")}, {}).settings
    service, socket = unit("settle.service"), unit("settle.socket")
    assert socket["Socket"]["ListenStream"] == f"{settings.host}:{settings.port}"
    assert service["Unit"]["Requires"] == "settle.socket"
    assert int(service["Service"]["TimeoutStopSec"]) > Settings().graceful_seconds
    for name, key in (("settle.service", "ExecStart"), ("settle-backup.service", "ExecStart")):
        typed = unit(name)["Service"][key].partition(OURS)[2].rstrip("'").split()
        assert {word for word in typed if word.startswith("--")} <= flags(
            COMMANDS[f"settle {typed[0]}"]
        )
    assert unit("settle-backup.timer")["Timer"]["OnCalendar"]


def test_the_copies_of_a_week(tmp_path):
    """The command of the unit, as systemd hands it to a shell: %% is %, $$ is $."""
    command = unit("settle-backup.service")["Service"]["ExecStart"]
    command = command.replace("%%", "%").replace("$$", "$")
    command = command.replace("/opt/settle/bin/settle backup --force", "echo")
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"/var/backups/settle/book-\w+\.db\n", done.stdout)


def test_the_proxy_leads_to_the_service():
    settings = effective({"config": str(DEPLOY / "settle.toml")}, {}).settings
    caddy = file("Caddyfile")
    assert f"reverse_proxy {settings.host}:{settings.port} " in caddy
    assert settings.public_url == "https://settle.example.org"
    assert "\nsettle.example.org {" in caddy
    for most in ("max_size", "request_buffers"):
        assert f"{most} {settings.batch_bytes // 2**20}MiB" in caddy
    kept = int(re.search(r"keepalive (\d+)s", caddy)[1])
    assert kept < settings.keepalive_seconds


def test_the_container_is_made_of_what_there_is():
    text = file("Containerfile")
    for copied in re.findall(r"^COPY (?!--from)(.*) \S+$", text, flags=re.MULTILINE):
        assert all((ROOT / name).exists() for name in copied.split())
    variables = dict(re.findall(r"\b(SETTLE_\w+)=(\S+)", text))
    found = effective({}, variables).settings
    assert (found.host, found.port, found.proxies) == ("0.0.0.0", 8000, 1)  # noqa: S104 - in it
    assert "HEALTHCHECK" in text
    assert re.search(r"^USER settle$", text, flags=re.MULTILINE)
