"""Settings: what goes before what, what is refused, and the table of the operations page."""

from __future__ import annotations

import json
import re

import pytest

from settle.canonical import MOST_LEVELS
from settle.cli.config import _shown
from settle.config import SETTINGS, ConfigRefused, Settings, effective
from tests.cli.running import settle
from tests.docs.pages import page, section, table

AN_ADDRESS = "an address such as https://settle.example.org, without a path"
NO_SUCH = "there is no such setting.{} `settle config` lists them."


@pytest.fixture
def file(tmp_path):
    """A file of settings with these lines."""

    def written(text):
        path = tmp_path / "settle.toml"
        path.write_text(text, "utf-8")
        return str(path)

    return written


def refused(flags=None, **environment):
    with pytest.raises(ConfigRefused) as caught:
        effective(flags or {}, environment)
    return str(caught.value).splitlines()


def test_without_a_word_the_defaults_hold():
    found = effective({}, {})
    told = {setting.name: getattr(found.settings, setting.name) for setting in SETTINGS}
    # Only this machine reaches the service, so nobody is held back.
    expected = {setting.name: setting.default for setting in SETTINGS} | {"rate_per_minute": 0}
    assert told == expected
    assert set(found.origins.values()) == {"default"}


@pytest.mark.parametrize(
    ("flag", "variable", "line", "expected"),
    [
        (1, "2", "port = 3", (1, "--port")),
        (None, "2", "port = 3", (2, "SETTLE_PORT")),
        (None, None, "port = 3", (3, "{file}: port")),
        (None, None, "", (8000, "default")),
        (0, "2", "port = 3", (0, "--port")),
    ],
)
def test_a_flag_goes_before_a_variable_before_the_file(file, flag, variable, line, expected):
    path = file(line)
    environment = {"SETTLE_CONFIG": path} | ({"SETTLE_PORT": variable} if variable else {})
    found = effective({"port": flag}, environment)
    port, origin = expected
    assert (found.settings.port, found.origins["port"]) == (port, origin.format(file=path))


def test_a_flag_names_another_file_than_the_environment(file, tmp_path):
    flags = {"config": file("port = 3")}
    assert effective(flags, {"SETTLE_CONFIG": str(tmp_path / "none")}).settings.port == 3


@pytest.mark.parametrize(
    ("environment", "name", "value"),
    [
        ({"SETTLE_OPEN_SCORE": "1"}, "open_score", True),
        ({"SETTLE_OPEN_SCORE": "false"}, "open_score", False),
        ({"SETTLE_LOG": "json"}, "log", "json"),
        ({"SETTLE_DB": "/srv/book.db"}, "db", "/srv/book.db"),
        ({"SETTLE_PUBLIC_URL": "https://settle.example.org"}, "public_url", None),
        ({"SETTLE_PUBLIC_URL": "http://192.168.1.20:8000/"}, "public_url", None),
        ({"SETTLE_CORS_ORIGINS": "https://a.example.org"}, "cors_origins", "https://a.example.org"),
        ({"SETTLE_KEY": "somebody else's"}, "port", 8000),
        ({"SETTLE_TESTS_STRICT": "1"}, "port", 8000),
    ],
)
def test_what_variables_say(environment, name, value):
    expected = environment["SETTLE_PUBLIC_URL"] if value is None else value
    assert getattr(effective({}, environment).settings, name) == expected


@pytest.mark.parametrize(
    ("environment", "rate"),
    [
        ({}, 0),
        ({"SETTLE_HOST": "::1"}, 0),
        ({"SETTLE_HOST": "192.168.1.20"}, 600),
        ({"SETTLE_PROXIES": "1"}, 600),
        ({"SETTLE_PUBLIC_URL": "https://settle.example.org"}, 600),
        ({"SETTLE_RATE_PER_MINUTE": "30"}, 30),
        ({"SETTLE_HOST": "192.168.1.20", "SETTLE_RATE_PER_MINUTE": "0"}, 0),
    ],
)
def test_calls_are_counted_where_others_reach_the_service(environment, rate):
    assert effective({}, environment).settings.rate_per_minute == rate


@pytest.mark.parametrize(
    ("variable", "value", "would_do"),
    [
        ("SETTLE_PORT", "65536", "a whole number from 0 to 65535"),
        ("SETTLE_PORT", "-1", "a whole number from 0 to 65535"),
        ("SETTLE_PORT", "8e3", "a whole number from 0 to 65535"),
        ("SETTLE_PORT", "", "a whole number from 0 to 65535"),
        ("SETTLE_PORT", "９", "a whole number from 0 to 65535"),
        ("SETTLE_WORKERS", "two", "a whole number from 1 to 64 (processes)"),
        ("SETTLE_DEPTH", "65", "64, which is fixed (levels)"),
        ("SETTLE_OPEN_SCORE", "yes", "true or false"),
        ("SETTLE_LOG", "xml", "one of: json, text, off"),
        ("SETTLE_HOST", "", "a text that is not empty"),
        ("SETTLE_DB", "", "a text that is not empty"),
        *[
            ("SETTLE_PUBLIC_URL", value, AN_ADDRESS)
            for value in (
                "settle.example.org",
                "ftp://settle.example.org",
                "https://amy:secret@settle.example.org",
                "https://settle.example.org/path",
                "https://settle.example.org:no",
                "https://",
                "https://settle.example.org\r\nX: 1",
            )
        ],
    ],
)
def test_a_variable_that_is_not_taken(variable, value, would_do):
    assert refused(**{variable: value}) == [f"{variable}: {value!r} was found; give {would_do}."]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('port = "8080"', "{file}: port: '8080' was found; give a whole number from 0 to 65535."),
        ("port = true", "{file}: port: True was found; give a whole number from 0 to 65535."),
        ("open_score = 1", "{file}: open_score: 1 was found; give true or false."),
        ("prot = 1", "{file}: prot: " + NO_SUCH.format(" Perhaps port is meant.")),
        ("[server]\nport = 1", "{file}: server: " + NO_SUCH.format("")),
    ],
)
def test_a_file_that_is_not_taken(file, text, told):
    path = file(text)
    [line] = refused({"config": path})
    assert line == told.format(file=path)


def test_no_file_and_no_toml(file, tmp_path):
    assert refused({"config": str(tmp_path / "none")}) == [
        f"{tmp_path / 'none'}: No such file or directory. Name a file that can be read."
    ]
    [line] = refused({"config": file("port 8080")})
    assert "this is no TOML" in line


def test_everything_that_is_wrong_is_told_at_once(file):
    path = file("workers = 0")
    told = refused({"config": path, "port": 70000}, SETTLE_THREADS="many", SETTLE_LOG="json")
    assert [line.partition(" was found")[0] for line in told] == [
        f"{path}: workers: 0",
        "SETTLE_THREADS: 'many'",
        "--port: 70000",
    ]


def test_a_slip_of_the_pen_is_told():
    [line] = refused(SETTLE_WORKRES="4")
    assert line.startswith("SETTLE_WORKRES: there is no such setting. Perhaps workers is meant.")


@pytest.mark.parametrize("name", ["X", "Q", "NO", "RATE", "NOPE", "DB_HOST_OF_ANOTHER_PROGRAM"])
def test_what_is_like_no_setting_may_be_somebody_elses(name):
    assert set(effective({}, {f"SETTLE_{name}": "1"}).origins.values()) == {"default"}


def test_every_bound_holds_its_default():
    for setting in SETTINGS:
        if setting.most:
            assert setting.least <= setting.default <= setting.most, setting.name
        if setting.choices:
            assert setting.default in setting.choices


def test_what_is_fixed_is_what_the_code_has():
    assert Settings().depth == MOST_LEVELS


# --- the command and the page ---------------------------------------------------------------------


def test_the_command_shows_values_and_what_said_so(file, tmp_path):
    path = file('db = "friday.db"\nworkers = 4')
    done = settle("config", "--config", path, SETTLE_PORT="8081")
    lines = [line.split() for line in done.stdout.decode().splitlines()]
    rows = {line[0]: line[1:] for line in lines}
    assert rows["db"] == ["friday.db", f"{path}:", "db"]
    assert rows["workers"] == ["4", "processes", f"{path}:", "workers"]
    assert rows["port"] == ["8081", "SETTLE_PORT"]
    assert rows["threads"] == ["8", "threads", "default"]
    assert list(rows) == [setting.name for setting in SETTINGS]
    told = json.loads(settle("config", "--format", "json", SETTLE_CONFIG=path).stdout)
    assert (told["workers"]["value"], told["workers"]["from"]) == (4, f"{path}: workers")


def test_wrong_settings_are_wrong_usage():
    for command in ("config", "serve"):
        done = settle(command, SETTLE_PORT="x")
        assert (done.status, done.stdout) == (2, b"")
        assert "SETTLE_PORT: 'x' was found" in done.stderr


def test_a_file_of_settings_names_the_book_of_every_command(file):
    done = settle("audit", SETTLE_CONFIG=file('db = "nosuch-book"'))
    assert "nosuch-book" in done.stderr
    done = settle("audit", SETTLE_CONFIG=file('db = "nosuch-book"'), SETTLE_DB="other-book")
    assert "other-book" in done.stderr
    assert settle("audit", SETTLE_CONFIG=file("db = 1")).status == 2


TABLE = table(
    section(page("examples/deploy/README.md"), "Settings"),
    *("setting", "default", "may be", "what it is"),
)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_setting_is_told_on_the_page_as_it_is(setting):
    [told] = [row for row in TABLE if row["setting"] == setting.name]
    assert told["default"] == (setting.default_told or _shown(setting.default))
    assert told["may be"] == setting.range_told.removeprefix("a whole number ")
    meaning = f"{setting.unit}: {setting.meaning}" if setting.unit else setting.meaning
    assert told["what it is"] == meaning


def test_the_page_tells_no_other_setting():
    assert [row["setting"] for row in TABLE] == [setting.name for setting in SETTINGS]
    variables = set(re.findall(r"SETTLE_[A-Z_]+", page("examples/deploy/README.md")))
    assert variables - {"SETTLE_CONFIG", "SETTLE_"} <= {setting.variable for setting in SETTINGS}
