"""A book that was handed over, in an audit: ids of keys, of which nothing else tells."""

from collections.abc import Mapping
from typing import Final

from settle.audit.state import Kind, State, Told, anywhere, shaped
from settle.entries import Entry
from settle.wire.access import StewardChangedBody


def _changed(_state: State, entry: Entry) -> Told:
    return shaped(entry, StewardChangedBody)


KINDS: Final[Mapping[str, Kind]] = {"steward_changed": Kind(anywhere, _changed)}
