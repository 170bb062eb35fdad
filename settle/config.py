"""Every setting and limit of the service: one table, and where each value comes from.

A flag goes before the environment (``SETTLE_PORT``), that before the file (TOML, named by
``--config`` or ``SETTLE_CONFIG``), that before the default. No setting is a
secret, but for a password in the address of a book: it is not told.
"""

import difflib
import ipaddress
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

Value = str | int | bool

PREFIX: Final = "SETTLE_"
FILE_VARIABLE: Final = "SETTLE_CONFIG"
DEFAULT: Final = "default"

KIB: Final = 1024
MIB: Final = 1024 * KIB

_WHOLE: Final = re.compile("[0-9]{1,12}", re.ASCII)
_SWITCH: Final = {"1": True, "true": True, "0": False, "false": False}
_TYPO: Final = 0.8
"""How alike a name has to be to one that there is, to be taken for a slip."""
_LONGEST_SHOWN: Final = 100


class ConfigRefused(Exception):  # noqa: N818 - a refusal in words, as the store's
    """Settings that are not taken: each with its place, what was found and what would do."""


class Setting(NamedTuple):
    """What a setting means, and what it may be."""

    name: str
    """In the file; the variable is the same in capitals behind ``SETTLE_``."""
    default: Value
    meaning: str
    unit: str = ""
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    default_told: str = ""
    """The default in words, where it hangs on another setting."""

    @property
    def variable(self) -> str:
        """The name of the environment variable."""
        return PREFIX + self.name.upper()

    @property
    def range_told(self) -> str:
        """What would do, in words.

        >>> Setting("port", 8000, "", least=0, most=65535).range_told
        'a whole number from 0 to 65535'
        """
        if self.choices:
            return "one of: " + ", ".join(self.choices)
        if isinstance(self.default, bool):
            return "true or false"
        if not self.most:
            return "a text"
        if self.least == self.most:
            return f"{self.most}, which is fixed"
        return f"a whole number from {self.least} to {self.most}"


def _setting(default: Value, meaning: str, **bounds: Any) -> Any:  # noqa: ANN401 - as field()'s
    return field(default=default, metadata={"meaning": meaning, **bounds})


def _whole(
    default: int, bounds: tuple[int, int], unit: str, meaning: str, *, told: str = ""
) -> Any:  # noqa: ANN401
    least, most = bounds
    return _setting(default, meaning, unit=unit, least=least, most=most, default_told=told)


@dataclass(frozen=True, slots=True)
class Settings:
    """The effective settings of a service."""

    db: str = _setting(
        "settle.db",
        "the book: an SQLite file, made if it is not there, or postgresql://name@host/database",
    )
    host: str = _setting("127.0.0.1", "the address to listen at")
    port: int = _whole(8000, (0, 65535), "", "the port to listen at; 0 takes any that is free")
    public_url: str = _setting(
        "", "where others reach the service, https://settle.example.org; its name is answered to"
    )
    cors_origins: str = _setting(
        "", "pages of other origins that may ask and read in a browser, with spaces between them"
    )
    proxies: int = _whole(
        0, (0, 4), "proxies", "in front, whose X-Forwarded-For and X-Forwarded-Proto are believed"
    )
    open_score: bool = _setting(
        default=False, meaning="whether rounds are scored, explained and compared without a key"
    )
    workers: int = _whole(2, (1, 64), "processes", "how many serve")
    threads: int = _whole(8, (1, 64), "threads", "in each of them")
    connections: int = _whole(
        1000, (128, 100_000), "connections", "open at once, in each process; more have to wait"
    )
    log: str = _setting(
        "text",
        "how a line for each request is written to standard error",
        choices=("json", "text", "off"),
    )
    body_bytes: int = _whole(MIB, (KIB, 16 * MIB), "bytes", "the largest document")
    body_items: int = _whole(
        10_000, (1000, 1_000_000), "items", "in the largest document: members, and what lists hold"
    )
    batch_bytes: int = _whole(16 * MIB, (KIB, 64 * MIB), "bytes", "the largest batch of rounds")
    batch_items: int = _whole(50_000, (1000, 1_000_000), "items", "in the largest batch of rounds")
    depth: int = _whole(64, (64, 64), "levels", "how deep lists and objects may be nested")
    page_size: int = _whole(200, (1, 200), "rows", "the longest page of a list")
    page_entries: int = _whole(1000, (1, 1000), "entries", "the longest page of a ledger")
    sessions_per_key: int = _whole(
        10_000, (1, 1_000_000), "sessions", "that one key may open; the admin's may open any number"
    )
    rate_per_minute: int = _whole(
        600,
        (0, 1_000_000),
        "calls",
        "a minute, by key, or by address without one; 0 is no limit",
        told="600; 0 where only this machine reaches it",
    )
    rate_burst: int = _whole(120, (1, 100_000), "calls", "that may come at once, after a pause")
    request_line_bytes: int = _whole(4094, (512, 8190), "bytes", "the longest address of a request")
    header_fields: int = _whole(64, (16, 1000), "fields", "in the header of a request")
    header_bytes: int = _whole(8190, (512, 65_536), "bytes", "the longest field of a header")
    client_seconds: int = _whole(
        20,
        (1, 300),
        "seconds",
        "in which a request has to be sent and its answer taken; one more for each 16 KiB",
    )
    keepalive_seconds: int = _whole(
        5, (1, 300), "seconds", "that a connection is kept open without a request"
    )
    graceful_seconds: int = _whole(
        15, (1, 300), "seconds", "that requests may still take when the service ends or reloads"
    )
    silent_seconds: int = _whole(
        120, (10, 3600), "seconds", "after which a process that does not move is replaced"
    )
    turn_seconds: int = _whole(
        10, (1, 60), "seconds", "that a call waits for its turn to write; then it is answered 503"
    )


SETTINGS: Final[tuple[Setting, ...]] = tuple(
    Setting(name=each.name, default=each.default, **each.metadata)  # type: ignore[arg-type]
    for each in fields(Settings)
)
"""Every setting, in the order in which they are told."""

_BY_NAME: Final = {setting.name: setting for setting in SETTINGS}


class Effective(NamedTuple):
    """Settings, and by the name of each what said so: a flag, a variable, a file, the default."""

    settings: Settings
    origins: Mapping[str, str]


class _Given(NamedTuple):
    """A value as it was given, and what said it."""

    name: str
    origin: str
    value: object
    is_text: bool
    """Of a flag or variable, which can only be text."""


def effective(flags: Mapping[str, object], environment: Mapping[str, str]) -> Effective:
    """The settings that hold; of ``flags``, those that are None were not given.

    Raises ConfigRefused with everything that is wrong, also with what another value overrules.
    """
    file = flags.get("config") or environment.get(FILE_VARIABLE)
    given = [*_of_file(str(file))] if file else []
    given += [*_of_environment(environment)]
    given += [
        _Given(name, f"--{name.replace('_', '-')}", value, is_text=False)
        for name, value in flags.items()
        if value is not None and name != "config"
    ]
    values: dict[str, Value] = {}
    origins = {setting.name: DEFAULT for setting in SETTINGS}
    faults: list[str] = []
    for each in given:
        try:
            values[each.name], origins[each.name] = _taken(each), each.origin
        except ConfigRefused as refused:
            faults.append(str(refused))
    if faults:
        raise ConfigRefused("\n".join(faults))
    settings = Settings(**values)  # type: ignore[arg-type]  # each was looked at
    if origins["rate_per_minute"] == DEFAULT and is_for_this_machine(settings):
        settings = Settings(**{**values, "rate_per_minute": 0})  # type: ignore[arg-type]
    return Effective(settings, origins)


def as_told(value: Value) -> Value:
    """A setting as it may be shown: the address of a book without who asks with which password.

    >>> as_told("postgresql://amy:secret@db.example/club?password=secret")
    'postgresql://db.example/club'
    """
    if not str(value).startswith(("postgresql:", "postgres:")):
        return value
    try:
        split = urlsplit(str(value))
    except ValueError:
        return "postgresql://"
    return f"{split.scheme}://{split.netloc.rpartition('@')[2]}{split.path}"


def is_for_this_machine(settings: Settings) -> bool:
    """Whether only programs of this machine reach the service, and those on their own account."""
    return is_loopback(settings.host) and not settings.proxies and not settings.public_url


def is_loopback(host: str) -> bool:
    """Whether an address cannot be reached from elsewhere.

    >>> is_loopback("localhost"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if not is_address(host):
        return host.lower() == "localhost"
    return ipaddress.ip_address(host).is_loopback


def is_address(host: str) -> bool:
    """Whether a text is an IP address.

    >>> is_address("::1"), is_address("192.168.1.20"), is_address("evil"), is_address("")
    (True, True, False, False)
    """
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _of_file(file: str) -> Iterator[_Given]:
    """What a file says. Raises ConfigRefused for one that cannot be read, or names what is not."""
    try:
        document = tomllib.loads(Path(file).read_text("utf-8"))
    except OSError as error:
        raise ConfigRefused(f"{file}: {error.strerror}. Name a file that can be read.") from error
    except ValueError as error:  # also of text that is no UTF-8
        raise ConfigRefused(f"{file}: this is no TOML ({error}). Mend it.") from error
    unknown = [_unknown(f"{file}: {name}", name) for name in document if name not in _BY_NAME]
    if unknown:
        raise ConfigRefused("\n".join(unknown))
    for name, value in document.items():
        yield _Given(name, f"{file}: {name}", value, is_text=False)


def _of_environment(environment: Mapping[str, str]) -> Iterator[_Given]:
    """What variables say. Raises ConfigRefused for one that is nearly the name of a setting.

    Others behind the same prefix may belong to somebody else: they are left alone.
    """
    variables = {setting.variable: setting for setting in SETTINGS}
    own = [name for name in environment if name.startswith(PREFIX) and name != FILE_VARIABLE]
    slips = [
        _unknown(name, name.removeprefix(PREFIX).lower())
        for name in own
        if name not in variables and _alike(name.removeprefix(PREFIX).lower(), _TYPO)
    ]
    if slips:
        raise ConfigRefused("\n".join(slips))
    for name in own:
        if name in variables:
            yield _Given(variables[name].name, name, environment[name], is_text=True)


def _unknown(place: str, name: str) -> str:
    alike = _alike(name)
    meant = f" Perhaps {alike[0]} is meant." if alike else ""
    return f"{place}: there is no such setting.{meant} `settle config` lists them."


def _alike(name: str, least: float = 0.6) -> list[str]:
    """The setting with the most similar name, if one is at least so similar (1 is the same)."""
    return difflib.get_close_matches(name, _BY_NAME, 1, least)


def _taken(given: _Given) -> Value:
    """The value as it is used. Raises ConfigRefused."""
    setting = _BY_NAME[given.name]
    value = _of_text(setting, str(given.value)) if given.is_text else given.value
    if type(value) is not type(setting.default) or not _is_within(setting, value):
        shown = repr(given.value)[:_LONGEST_SHOWN]
        raise ConfigRefused(f"{given.origin}: {shown} was found; give {_would_do(setting)}.")
    assert isinstance(value, (str, int))
    return value


def _of_text(setting: Setting, text: str) -> object:
    """A text of the environment as the kind of value that the setting has, if it can be."""
    if isinstance(setting.default, bool):
        return _SWITCH.get(text.lower())
    if isinstance(setting.default, int):
        return int(text) if _WHOLE.fullmatch(text) else None
    return text


def _is_within(setting: Setting, value: object) -> bool:
    if isinstance(value, int) and not isinstance(value, bool):
        return setting.least <= value <= setting.most
    if setting.name == "public_url":
        return value == "" or _is_origin(str(value))
    if setting.name == "cors_origins":
        return all(map(_is_origin, str(value).split()))
    if setting.choices:
        return value in setting.choices
    # Who wanted the default would have said nothing: an empty text is somebody's slip.
    return value != "" or setting.default == ""


def _would_do(setting: Setting) -> str:
    if setting.name == "public_url":
        return "an address such as https://settle.example.org, without a path"
    if setting.name == "cors_origins":
        return "addresses such as https://scores.example.org, without paths"
    if isinstance(setting.default, str) and not setting.choices:
        return f"{setting.range_told} that is not empty"
    return f"{setting.range_told} ({setting.unit})" if setting.unit else setting.range_told


def _is_origin(text: str) -> bool:
    """Whether a text is ``https://name`` or ``http://name:port``; a password has no place in it."""
    try:
        parts = urlsplit(text)
        is_named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
    is_plain = text.isascii() and text.isprintable() and "@" not in text and " " not in text
    is_bare = text.removesuffix("/") == f"{parts.scheme}://{parts.netloc}"
    return parts.scheme in ("http", "https") and is_named and is_plain and is_bare
