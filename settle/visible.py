"""Visible: texts that show what they hold, where people wrote them.

Nothing in a name steers a terminal, turns the order of what stands around it, or hides. Documents
keep what was sent; only pages and sentences for people go through here.
"""

import re
from typing import Final

HIDDEN: Final = (
    r"\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    r"\ufeff\uffa0"
)
"""Characters without a sign of their own, those that turn the writing direction and fillers among
them, as a regular expression (ECMA 262) writes them within brackets."""

NOTHING_ALONE: Final = HIDDEN + r"\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f"
"""Those, and others that only change the sign before them."""

MARK: Final = "\ufffd"
"""What stands in the place of each."""

# The joiner between two emoji makes them one sign: it hides nothing.
_EMOJI: Final = "\u2600-\u27bf\U0001f000-\U0001faff"
_JOINER: Final = f"(?<=[\ufe0f{_EMOJI}])\u200d(?=[{_EMOJI}])"
_CONTROL: Final = r"\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029"
_UNSEEN: Final = re.compile(f"(?!{_JOINER})[{_CONTROL}{HIDDEN}]")


def visible(text: str) -> str:
    r"""The text with a mark for each character that cannot be seen, line ends excepted.

    >>> visible("amy\u202e 3+ \x1b[2J"), visible("阿明")
    ('amy� 3+ �[2J', '阿明')
    """
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub(MARK, text)
