"""What a round document is read by: rulesets by name, and the rules that answers make of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from settle.rulebook.options import Option
    from settle.rules import Rules


class Answerable(Protocol):
    """What answers make rules of: a ruleset."""

    def rules(self, options: Mapping[str, object], /) -> "Rules":
        """The rules with these answers. Raises RefusedError for what is no answer."""

    def options(self) -> "Sequence[Option]":
        """What may be answered."""


class Rulesets(Protocol):
    """Where rulesets are found: a rulebook."""

    def get(self, name: str, /) -> Answerable:
        """The ruleset of ``id`` or ``id@version``. Raises RefusedError with ``unknown_ruleset``."""


class Found(NamedTuple):
    """Rulesets that a function finds."""

    get: Callable[[str], Answerable]
