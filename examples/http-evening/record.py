"""Records an evening through a running service and prints who pays whom.

    export SETTLE_KEY=stl_...
    python record.py http://127.0.0.1:8000 ../simple-evening/evening.ndjson

The key is the one that the service has shown, or one of `settle keys add --role host`.

Needs nothing but Python, and the client in the folder beside this one. Running it again changes
nothing: the session has an id of its own and every game a key, so the service answers again what it
answered before.
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "client"))

from calling import RefusedError
from settle_client import Settle

SESSION = "simple-evening"


def main(service, file):
    rounds = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
    first = rounds[0]
    settle = Settle(service, os.environ["SETTLE_KEY"])
    settle.open_session({
        "id": SESSION,
        "title": "A 將 of the simple game",
        "ruleset": first["ruleset"],
        "stake": first["stake"],
        "players": [hand["player"] for hand in first["hands"]],
        "games": len(rounds),
    }, key=f"open-{SESSION}")  # fmt: skip
    for number, played in enumerate(rounds, 1):
        answer = settle.record_round(SESSION, {**played, "game": number}, key=f"game-{number}")
        nets = ", ".join(f"{t['player']} {t['net']:+}" for t in answer["result"]["totals"])
        print(f"game {answer['game']}: {nets}")
    print()
    settlement = settle.get_settlement(SESSION)
    currency = settlement["currency"]
    for total in settlement["totals"]:
        print(f"{total['player']}: {total['net']:+}, {total['amount']} {currency}")
    for transfer in settlement["transfers"]:
        print(f"{transfer['from']} pays {transfer['to']} {transfer['amount']} {currency}")


if __name__ == "__main__":
    if len(sys.argv) != 3 or "SETTLE_KEY" not in os.environ:
        sys.exit("usage: SETTLE_KEY=stl_... python record.py SERVICE FILE.ndjson")
    try:
        main(*sys.argv[1:])
    except RefusedError as refused:
        sys.exit(str(refused))
    except OSError as error:
        address = sys.argv[1]
        sys.exit(f"{address}: {error}. Is the service running? Start it with: settle serve")
