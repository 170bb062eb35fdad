"""``settle config``: what every setting of the service is, and what said so."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from settle.cli.shared import format_option, write_json

if TYPE_CHECKING:
    from settle.config import Effective

_Command = TypeVar("_Command", bound=Callable[..., Any])


def config_option(command: _Command) -> _Command:
    """``--config``, a file of settings."""
    return click.option(
        "--config",
        metavar="FILE",
        type=click.Path(dir_okay=False),
        help="A file of settings (TOML); SETTLE_CONFIG names one for all commands.",
    )(command)


def settled(flags: Mapping[str, object]) -> Effective:
    """The settings that hold; those that are not taken are wrong usage."""
    from settle.config import ConfigRefused, effective

    try:
        return effective(flags, os.environ)
    except ConfigRefused as refused:
        raise click.UsageError(str(refused)) from refused


@click.command()
@config_option
@format_option
def config(*, config: str | None, form: str) -> int:
    """Show every setting of the service: its value, its unit, and what said so.

    A flag of "settle serve" goes before the environment (SETTLE_PORT=8080), that before the file,
    that before the default. A password in the address of a book is not shown.

    \b
    settle config
    settle config --format json
    """
    found = settled({"config": config})
    if form == "json":
        write_json(_document(found))
    else:
        click.echo("\n".join(_lines(found)))
    return 0


def _document(found: Effective) -> dict[str, Any]:
    from settle.config import SETTINGS, as_told

    return {
        setting.name: {
            "value": as_told(getattr(found.settings, setting.name)),
            "unit": setting.unit,
            "from": found.origins[setting.name],
            "default": setting.default,
            **({"least": setting.least, "most": setting.most} if setting.most else {}),
            "meaning": setting.meaning,
        }
        for setting in SETTINGS
    }


def _lines(found: Effective) -> list[str]:
    """A line for each setting: the name, the value with its unit, what said so."""
    from settle.config import SETTINGS, as_told

    rows = [
        (
            each.name,
            _shown(as_told(getattr(found.settings, each.name))),
            each.unit,
            found.origins[each.name],
        )
        for each in SETTINGS
    ]
    widths = [max(len(row[place]) for row in rows) for place in range(3)]
    return [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]])
        for row in rows
    ]


def _shown(value: object) -> str:
    """A value as it would be written; an empty text as a dash."""
    return str(value).lower() if isinstance(value, bool) else str(value) or "-"
