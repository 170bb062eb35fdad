"""``settle demo``: a recorded evening, scored."""

from __future__ import annotations

import click

from settle.cli.shared import language_option


@click.command()
@language_option
def demo(lang: str | None) -> int:
    """Score a recorded 將 of sixteen games and show who pays whom.

    The rounds are those of the example simple-evening, with the running nets after each.

    \b
    settle demo
    settle demo --lang zh-Hant
    """
    from settle.cli.gather import scored_rounds
    from settle.cli.shared import pick
    from settle.cli.sheet import write_sheet
    from settle.data import data_folder
    from settle.rulebook import Rulebook

    evening = data_folder("examples") / "simple-evening" / "evening.ndjson"
    with evening.open("rb") as stream:
        rounds = scored_rounds(stream, Rulebook(), {}, pick(lang))
        write_sheet(rounds, lang, "text")
    return 0
