"""The documents of the project, cut into what the tests look at."""

from __future__ import annotations

import re

from tests.code_health.tree import ROOT

README = (ROOT / "README.md").read_text("utf-8")
LINK = re.compile(r"\]\(([^)\s]+)\)")


def page(name: str) -> str:
    """The text of a document, by its path from the project's root."""
    return (ROOT / name).read_text("utf-8")


def linked_pages() -> str:
    """The README and every document of the project that it links."""
    targets = {target.partition("#")[0] for target in LINK.findall(README)}
    return README + "".join(page(target) for target in sorted(targets) if target.endswith(".md"))


def section(text: str, title: str) -> str:
    """What stands under a heading, up to the next one of its kind."""
    _, found, rest = text.partition(f"\n## {title}\n")
    assert found, f"there is no section {title}"
    return rest.partition("\n## ")[0]


def table(text: str, *columns: str) -> list[dict[str, str]]:
    """The rows of the table with these columns, without code marks."""
    head = f"| {' | '.join(columns)} |\n"
    _, found, rest = text.partition(head)
    assert found, f"there is no table of {columns}"
    rows = []
    for line in rest.splitlines()[1:]:
        if not line.startswith("|"):
            break
        cells = [cell.strip().replace("`", "") for cell in line.strip("|").split(" | ")]
        assert len(cells) == len(columns), line
        rows.append(dict(zip(columns, cells, strict=True)))
    return rows


def words_in_code(text: str) -> set[str]:
    """Everything that stands between code marks, blocks apart."""
    without_blocks = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return set(re.findall(r"`([^`\n]+)`", without_blocks))


def anchors(text: str) -> set[str]:
    """The places of a document that a link can name."""
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
