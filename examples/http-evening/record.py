"""Records an evening through a running service and prints who pays whom.

    export SETTLE_KEY=stl_...
    python record.py http://127.0.0.1:8000 ../simple-evening/evening.ndjson

The key is the one that the service has shown, or one of `settle keys add --role host`.

Needs nothing but Python. Running it again changes nothing: the session has an id of its own and
every game a key, so the service answers again what it answered before.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

SESSION = "simple-evening"

# The service is on this machine, whatever proxy the environment names.
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def main(service, file):
    rounds = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
    first = rounds[0]
    call("POST", f"{service}/v1/sessions", {
        "id": SESSION,
        "title": "A 將 of the simple game",
        "ruleset": first["ruleset"],
        "stake": first["stake"],
        "players": [hand["player"] for hand in first["hands"]],
        "games": len(rounds),
    })  # fmt: skip
    session = f"{service}/v1/sessions/{SESSION}"
    for number, played in enumerate(rounds, 1):
        answer = call("POST", f"{session}/rounds", {**played, "game": number}, key=f"game-{number}")
        nets = ", ".join(f"{t['player']} {t['net']:+}" for t in answer["result"]["totals"])
        print(f"game {answer['game']}: {nets}")
    print()
    settlement = call("GET", f"{session}/settlement")
    currency = settlement["currency"]
    for total in settlement["totals"]:
        print(f"{total['player']}: {total['net']:+}, {total['amount']} {currency}")
    for transfer in settlement["transfers"]:
        print(f"{transfer['from']} pays {transfer['to']} {transfer['amount']} {currency}")


def call(method, url, document=None, key=None, tries=5):
    """What the service answers. Where no answer comes, the same is sent again, which is safe."""
    headers = {
        "Content-Type": "application/json",
        "Authorization": f"Bearer {os.environ['SETTLE_KEY']}",
    }
    if key is not None:
        headers["Idempotency-Key"] = key
    data = None if document is None else json.dumps(document).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with OPENER.open(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        if error.code == 503 and tries > 1:
            time.sleep(int(error.headers.get("Retry-After", "1")))
            return call(method, url, document, key, tries - 1)
        sys.exit(f"{method} {url}: {problem['title']}: {problem['detail']}")
    except OSError as error:
        if tries == 1:
            sys.exit(f"{url}: {error}. Is the service running? Start it with: settle serve")
        time.sleep(1)
        return call(method, url, document, key, tries - 1)


if __name__ == "__main__":
    if len(sys.argv) != 3 or "SETTLE_KEY" not in os.environ:
        sys.exit("usage: SETTLE_KEY=stl_... python record.py SERVICE FILE.ndjson")
    main(*sys.argv[1:])
