"""Where the project's data lives: schemas, rulesets and examples.

In a checkout (and so under an editable install) the three folders stand beside the package; in a
wheel they travel inside it as ``_data``. Everything that reads them asks here, so nothing depends
on the folder a command is started in.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

DataKind = Literal["schemas", "rulesets", "examples"]

_PACKAGE = Path(__file__).resolve().parent


def data_folder(kind: DataKind) -> Path:
    """Return the folder that holds one kind of the project's data.

    Raises FileNotFoundError, naming the places looked at, if the installation is incomplete.

    >>> (data_folder("rulesets") / "README.md").is_file()
    True
    """
    packed = _PACKAGE / "_data" / kind
    if packed.is_dir():
        return packed
    checkout = _PACKAGE.parent
    beside = checkout / kind
    # In site-packages a folder of this name could be anybody's: only a checkout has both files.
    if (checkout / "pyproject.toml").is_file() and beside.is_dir():
        return beside
    raise FileNotFoundError(
        f"the {kind} folder of settle was found neither at {packed} nor at {beside}: "
        "this installation is incomplete, install settle again"
    )
