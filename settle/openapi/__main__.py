"""``python -m settle.openapi`` writes the document where it is published."""

import json

from settle.data import data_folder
from settle.openapi.document import document
from settle.openapi.making import make_evening


def text() -> str:
    """The file under ``schemas/``."""
    return json.dumps(document(make_evening()), ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write it."""
    (data_folder("schemas") / "openapi.json").write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
