#!/usr/bin/env python3
"""Check the ledger of an evening without trusting whoever keeps it.

    python verifier.py LEDGER.ndjson [CHECKPOINT.txt ...] [PROOF.json ...]

This one file needs nothing but Python 3.9 or newer: no Settle, no network. Read it first; it is
short. LEDGER is what "settle export" writes. A CHECKPOINT is any text that you kept, such as a
chat, with lines like these in it: what it is of, how many entries, the root of a tree over them.

    settle/1f8b0c6d2e3a4f59/monday
    12
    rAmW9Oaju0gRpSgEYvA8Ke6YyQVXBrPxmkbSgtJ5TyU=

A PROOF is what the service answers to .../proof: it needs no ledger, only checkpoints.

What is checked, in this order below: the spelling of every line; hashes and links; sums; the ends
that say how much there is; then checkpoints and proofs. What is not checked is said at the end.
"""

from __future__ import annotations

import base64
import decimal
import itertools
import json
import re
import sys
from hashlib import sha256
from typing import Any, NamedTuple

decimal.getcontext().prec = 999  # an amount is not rounded here
problems: list[str] = []
BROKEN = (LookupError, TypeError, AttributeError, ArithmeticError, ValueError)  # by odd contents


def problem(where: str, what: str) -> None:
    """Print something that is wrong, and remember that there was something."""
    problems.append(where)
    print(f"WRONG  {where}: {what}")


# --- 1. Spelling: one value has one spelling, so that one hash fits it ----------------------------


def canonical(value: Any) -> str:
    """JSON as RFC 8785 spells it: no blanks, keys in order, whole numbers only."""
    if value is None or isinstance(value, (bool, str)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int) and abs(value) < 2**53:
        return str(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in keys) + "}"
    raise ValueError("a number that is not whole, or too large")


def read_line(line: bytes, where: str) -> Any:
    """The value of a line, None if it has none."""
    try:
        value = json.loads(line.decode("utf-8"))
        spelled = canonical(value).encode("utf-8") + b"\n"
    except (ValueError, RecursionError) as error:
        problem(where, f"the line cannot be read ({error})")
        return None
    if spelled != line:
        problem(where, "the line is not spelled as it has to be")
    return value


def sealed(prefix: bytes, value: Any) -> str:
    """SHA-256 over what kind of thing it is, and its spelling."""
    data = prefix + b"\0" + canonical(value).encode("utf-8")
    return "sha256:" + sha256(data).hexdigest()


# --- 2. Hashes and links: an entry cannot be changed without changing all that follow -------------

NOTHING = "sha256:" + "0" * 64
FIELDS = {"seq", "session", "kind", "at", "by", "body", "prev_hash", "hash"}


class Session:
    """One session, as its entries make it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.hashes: list[str] = []
        self.standing: dict[int, tuple[str, Any]] = {}  # game: hash and totals of what stands
        self.brought: dict[str, int] = {}  # points that players brought along
        self.reversed: set[int] = set()  # payments and settlements that were taken back
        self.disputed: dict[str, int] = {}  # game by dispute, 0 once it is over
        self.first: Any = None

    def take(self, entry: dict[str, Any], where: str) -> None:
        """Check the next entry against the one before it."""
        before = self.hashes[-1] if self.hashes else NOTHING
        without_hash = {key: value for key, value in entry.items() if key != "hash"}
        if entry["session"] != self.name:
            problem(where, f"it belongs to another session, {entry['session']}")
        if entry["seq"] != len(self.hashes) + 1:
            problem(where, f"its number is {entry['seq']}; {len(self.hashes) + 1} comes next")
        if entry["prev_hash"] != before:
            problem(where, "it does not follow the entry before it (prev_hash)")
        if entry["hash"] != sealed(b"settle:entry:v1", without_hash):
            problem(where, "its hash is not that of what it says: it was changed")
        if (entry["kind"] == "session_opened") != (not self.hashes):
            problem(where, "a session is opened by its first entry, and by no other")
        self.first = self.first or entry
        self.hashes.append(str(entry["hash"]))
        check_sums(self, entry, where)

    def root(self, size: int) -> bytes:
        """The root of the tree over its first entries (see 5)."""
        return root_of([bytes.fromhex(each[len("sha256:") :]) for each in self.hashes[:size]])

    def line(self) -> str:
        """How the checkpoint of a book would list it now."""
        size = len(self.hashes)
        return f"{self.name} {size} {base64.b64encode(self.root(size)).decode()}"

    def totals(self, *held: int) -> dict[str, int]:
        """Everybody's points so far, without the games that are held."""
        totals = dict(self.brought)
        for game, (_, nets) in self.standing.items():
            for player, net in nets.items():
                totals[player] = totals.get(player, 0) + (0 if game in held else net)
        return totals


# --- 3. Sums: what one pays another gets, line by line, game by game ------------------------------

GAMES = ("game_recorded", "game_corrected", "game_voided")
BROUGHT = ("opening_balance", "imported_result")


def nets_of(totals: Any) -> dict[str, int]:
    """Points by player."""
    return {total["player"]: total["net"] for total in totals}


def check_sums(session: Session, entry: dict[str, Any], where: str) -> None:
    """Check the numbers of an entry, and go on counting."""
    body, kind, game = entry["body"], entry["kind"], entry.get("game")
    if kind.startswith("dispute_") and kind != "dispute_consented":
        session.disputed[body["id"]] = int(game or 0) if kind == "dispute_opened" else 0
    if kind not in (*GAMES, *BROUGHT, "session_closed"):
        check_money(session, body, kind, where)
        return
    nets = nets_of(body.get("totals", body.get("nets", [])))
    if sum(nets.values()) != 0:
        problem(where, f"the nets do not sum to zero: {nets}")
    if kind in GAMES:
        check_lines(body, where)
        check_place(session, body, game, where)
        session.standing[int(game or 0)] = (entry["hash"], nets)
    elif kind in BROUGHT:
        for player, net in nets.items():
            session.brought[player] = session.brought.get(player, 0) + net
    else:
        counted = session.totals()
        if any(counted.get(player, 0) != net for player, net in nets.items()):
            problem(where, f"the totals at the close are {nets}; the games give {counted}")


def check_money(session: Session, body: dict[str, Any], kind: str, where: str) -> None:
    """Parts make up the whole, transfers what is due; what is taken back was there, once."""
    if kind == "shared_cost":
        parts = sum(decimal.Decimal(share["amount"]) for share in body["shares"])
        if parts != decimal.Decimal(body["amount"]):
            problem(where, f"the shares sum to {parts} and not to {body['amount']}")
    elif kind == "settlement_made":
        totals, number, alone = body["totals"], decimal.Decimal, body.get("player")
        sums = [sum(number(each[name]) for each in totals) for name in ("net", "amount", "settled")]
        left = {each["player"]: number(each["amount"]) - number(each["settled"]) for each in totals}
        for each in body["transfers"]:
            left[each["from"]] += number(each["amount"])
            left[each["to"]] -= number(each["amount"])
        if any(sums) or any(left.values() if alone is None else [left[alone]]):
            problem(where, "what is due, settled and paid in this settlement does not fit together")
    elif kind in ("payment_reversed", "settlement_reversed"):
        seq = body[kind.partition("_")[0]]
        if session.hashes[seq - 1] != body["against"] or seq in session.reversed:
            problem(where, f"it takes back entry {seq}, which is another or was taken back before")
        session.reversed.add(seq)


def check_lines(body: dict[str, Any], where: str) -> None:
    """Add up who pays whom."""
    if "lines" in body:
        made = {total["player"]: [0, 0] for total in body["totals"]}
        for line in body["lines"]:
            made[line["payee"]][0] += line["points"]
            made[line["payer"]][1] += line["points"]
        for total in body["totals"]:
            won, lost = made[total["player"]]
            if (total["won"], total["lost"], total["net"]) != (won, lost, won - lost):
                problem(where, f"the lines give {total['player']} {won} - {lost}, not {total}")


def check_place(session: Session, body: dict[str, Any], game: int | None, where: str) -> None:
    """A game is recorded once; after that, only against the entry that stands for it."""
    if "against" in body:
        stood = session.standing.get(game) if game else None
        if stood is None or stood[0] != body["against"]:
            problem(where, "it is against an entry that did not stand for this game")
        elif "before" in body and nets_of(body["before"]) != stood[1]:
            problem(where, "the totals before the correction were others")
    elif game in session.standing:
        problem(where, f"game {game} is recorded a second time")


# --- 4. The ledger: a header, rulesets, each session and its end, the end of all ------------------


class Ledger:
    """A ledger, line by line."""

    def __init__(self) -> None:
        self.scope = ""
        self.sessions: dict[str, Session] = {}
        self.now: Session | None = None  # the session whose entries are being read
        self.last: Any = None  # id and first hash of the session before it
        self.counts = {"rulesets": 0, "sessions": 0, "entries": 0}
        self.is_over = False

    def read(self, path: str) -> None:
        """Check every line of a file."""
        with open(path, "rb") as stream:
            for number, line in enumerate(stream, 1):
                where = f"line {number}"
                try:
                    self.take(read_line(line, where), where, number)
                except BROKEN as error:
                    problem(where, f"it has not the form that it should have ({error!r})")
        if self.now is not None or not self.is_over:
            problem("the end", "the ledger is cut off: its last line is missing")

    def take(self, line: Any, where: str, number: int) -> None:
        """Check one line."""
        if number == 1:
            self.scope = line["scope"]
            if line != {"format": "settle-ledger", "scope": self.scope, "version": 1}:
                problem(where, "this is not the header of a ledger that is known here")
        elif self.is_over:
            problem(where, "something follows the end")
        elif "ruleset" in line:
            self.counts["rulesets"] += 1
            if line["digest"] != sealed(b"settle:ruleset:v1", line["ruleset"]):
                problem(where, "the digest is not that of the ruleset's text")
        elif line.get("end") == "session":
            self.end_session(line, where)
        elif line.get("end") == "ledger":
            self.is_over = True
            if canonical(line) != canonical({"end": "ledger", **self.counts}):
                problem(where, f"it does not count what stands above it: {self.counts}")
        else:
            self.entry(line, where)

    def entry(self, line: Any, where: str) -> None:
        """Check an entry."""
        if set(line) - {"game"} != FIELDS:
            problem(where, "it is no entry, and nothing else that is known here")
            return
        if self.now is None:
            self.now = Session(str(line["session"]))
        self.counts["entries"] += 1
        self.now.take(line, f"{where} (session {self.now.name}, entry {len(self.now.hashes) + 1})")

    def end_session(self, line: Any, where: str) -> None:
        """Check what is said below the entries of a session, and what was opened before it."""
        session, self.now = self.now or Session(""), None
        head = session.hashes[-1] if session.hashes else ""
        said: dict[str, Any] = {"end": "session", "session": session.name, "head": head}
        said["entries"] = len(session.hashes)
        if self.scope == "book":
            said["imported"] = line.get("imported") is True
            named = session.first and session.first["body"]["previous_session"]
            if (named == self.last) == said["imported"]:
                problem(where, f"before {session.name} stands {self.last}, and it names {named}")
        if canonical(line) != canonical(said):
            problem(where, f"it does not fit what stands above it: {said}")
        if session.name in self.sessions:
            problem(where, f"session {session.name} is there twice")
        self.last = {"id": session.name, "hash": session.hashes[0] if session.hashes else ""}
        self.sessions[session.name] = session
        self.counts["sessions"] += 1


# --- 5. Trees: RFC 9162. One root stands for all entries; a short path shows one to be in it ------


def root_of(leaves: list[bytes]) -> bytes:
    """The root: the hash of the left part's root and the right part's, down to single leaves."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0]).digest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\1" + root_of(leaves[:half]) + root_of(leaves[half:])).digest()


def both_roots(old: int, size: int, path: list[bytes], known: bytes | None) -> tuple[bytes, bytes]:
    """The roots of the first ``old`` leaves and of all, out of a path that is used from its end."""
    if old == size:
        node = path.pop() if known is None else known
        return node, node
    half, beside = 1 << (size - 1).bit_length() - 1, path.pop()
    if old <= half:
        before, after = both_roots(old, half, path, known)
        return before, sha256(b"\1" + after + beside).digest()
    before, after = both_roots(old - half, size - half, path, None)
    return sha256(b"\1" + beside + before).digest(), sha256(b"\1" + beside + after).digest()


def root_by_path(place: int, size: int, path: list[bytes], leaf: bytes) -> bytes:
    """The root over ``size`` leaves, out of one of them and its path."""
    if size == 1:
        return leaf
    half, beside = 1 << (size - 1).bit_length() - 1, path.pop()
    if place < half:
        return sha256(b"\1" + root_by_path(place, half, path, leaf) + beside).digest()
    return sha256(b"\1" + beside + root_by_path(place - half, size - half, path, leaf)).digest()


# --- 6. Checkpoints and proofs --------------------------------------------------------------------

# A chat may have put before it when it was said and by whom.
ORIGIN = re.compile("(?:.*[\\s:\"'“「])?settle/([0-9a-f]{16})(?:/([A-Za-z0-9_-]{1,40}))?")
SIZE = re.compile("0|[1-9][0-9]{0,14}")
ROOT = re.compile("[A-Za-z0-9+/]{43}=")
LISTED = re.compile(f"[A-Za-z0-9_-]{{1,40}} {SIZE.pattern[2:]} {ROOT.pattern}")
DEEPEST = 64  # longer than any path: one that is too short is filled up with it, and seen
AROUND = " \t\r>\u00a0\u200b\u200e\u200f\ufeff\"'`“”‘’„«»「」『』"


class Checkpoint(NamedTuple):
    """What somebody kept."""

    where: str
    session: str | None  # None for the whole book
    size: int
    root: bytes
    listed: list[str]  # of the book: its sessions, a line each


def checkpoints_in(text: str, name: str) -> list[Checkpoint]:
    """Every checkpoint in a text."""
    found: list[Checkpoint] = []
    lines = [line.strip(AROUND) for line in text.split("\n")]
    for number, line in enumerate(lines, 1):
        origin = ORIGIN.fullmatch(line)
        if origin is None:
            continue
        where = f"{name}:{number}"
        size, root = [*lines[number : number + 2], "", ""][:2]
        if not SIZE.fullmatch(size) or not ROOT.fullmatch(root):
            problem(where, "this checkpoint is cut or mistyped")
            continue
        below = lines[number + 2 :] if origin[2] is None else []
        listed = [*itertools.takewhile(LISTED.fullmatch, below)]
        found.append(Checkpoint(where, origin[2], int(size), base64.b64decode(root), listed))
    return found


def compare_session(where: str, name: str, size: int, root: bytes, ledger: Ledger) -> bool:
    """Whether the first entries of a session are those that a checkpoint was made of."""
    session = ledger.sessions.get(name)
    have = 0 if session is None else len(session.hashes)
    if session is None:
        problem(where, f"session {name} had {size} entries and is not in this ledger")
    elif have < size:
        problem(where, f"session {name} had {size} entries, here it has {have}: cut off")
    elif session.root(size) != root:
        problem(where, f"session {name}: its first {size} entries are not those of the checkpoint")
    else:
        return True
    return False


def compare(checkpoint: Checkpoint, ledger: Ledger) -> bool:
    """Compare a ledger with what was kept of it; False where that is of other sessions only."""
    where, name, size, root, listed = checkpoint
    named = [line.split()[0] for line in listed] if name is None else [name]
    there = [each for each in named if each in ledger.sessions]
    told = "it lists" if listed else "stand here (it lists none)"
    listed = listed or [session.line() for session in ledger.sessions.values()][:size]
    fits = len(listed) == size and root_of([line.encode() for line in listed]) == root
    if ledger.scope != "book" and not there and (named or not fits):
        of = f"which is not of this session: {named}" if named else "of a book: it needs its list"
        print(f"not looked at: the checkpoint at {where}, {of}")
        return False
    if name is not None:
        if compare_session(where, name, size, root, ledger):
            print(f"agrees with the checkpoint at {where}: session {name}, {size} entries")
        return True
    if not fits:
        problem(where, f"the sessions that {told} are not those that it was made of")
        return True
    rows = [line.split() for line in listed]
    rows = rows if ledger.scope == "book" else [row for row in rows if row[0] in ledger.sessions]
    fine = [compare_session(where, n, int(s), base64.b64decode(r), ledger) for n, s, r in rows]
    if ledger.scope == "book" and [*ledger.sessions][: len(there)] != there:
        problem(where, f"sessions do not stand in the order in which it lists them: {named}")
    elif all(fine):
        print(f"agrees with the checkpoint at {where}: {len(rows)} of the book's {size} sessions")
    return True


def check_proof(proof: Any, name: str, checkpoints: list[Checkpoint]) -> None:
    """Check a proof by itself, then look for the checkpoints that it is about."""
    session, size, root = proof["session"], proof["size"], base64.b64decode(proof["root"])
    path = [b""] * DEEPEST + [base64.b64decode(node, validate=True) for node in proof["path"]]
    ends = [(size, root)]
    if proof["proof"] not in ("inclusion", "consistency"):
        raise ValueError(f"of a kind that is not known here: {proof['proof']}")
    if proof["proof"] == "inclusion":
        seq = proof["entry"]["seq"]
        what = f"entry {seq}, {proof['entry']['hash']}, is one of the first {size} of {session}"
        leaf = sha256(b"\0" + bytes.fromhex(proof["entry"]["hash"][len("sha256:") :])).digest()
        holds = 1 <= seq <= size and root_by_path(seq - 1, size, path, leaf) == root
    else:
        old, old_root = proof["from"]["size"], base64.b64decode(proof["from"]["root"])
        what = f"the first {old} entries of {session} are the beginning of its {size}"
        holds = 0 < old <= size and both_roots(old, size, path, old_root) == (old_root, root)
        ends.insert(0, (old, old_root))
    if not holds or len(path) != DEEPEST:
        problem(name, f"this proves nothing: {what}")
        return
    for end in ends:
        kept = [each for each in checkpoints if each[1] == session and each[2] == end[0]]
        if not kept:
            problem(name, f"no checkpoint of {session} with {end[0]} entries was given beside it")
        elif any(each[3] != end[1] for each in kept):
            problem(name, f"it is about other entries than the checkpoint with {end[0]} of them")
    if name not in problems:
        print(f"proved by {name}: {what}")


# --- 7. All of it ---------------------------------------------------------------------------------


def read(names: list[str]) -> tuple[Ledger | None, dict[str, str]]:
    """The ledger among the files, checked, and the texts of the others."""
    ledger, texts = None, {}
    for name in names:
        try:
            with open(name, "rb") as stream:
                data = stream.read(200)
            if b'"settle-ledger"' in data and ledger is None:
                ledger = Ledger()
                ledger.read(name)
                continue
            code = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
            with open(name, encoding=code, errors="replace") as text:
                texts[name] = text.read()
        except OSError as error:
            problem(name, f"the file cannot be read ({error.strerror})")
    return ledger, texts


def main(names: list[str]) -> int:
    """Check the files; 0 if nothing is wrong."""
    ledger, texts = read(names)
    proofs = {name: text for name, text in texts.items() if text.lstrip().startswith("{")}
    if ledger is None and not proofs and not problems:
        print(__doc__)
        return 2
    chats = [name for name in texts if name not in proofs]
    kept = [each for name in chats for each in checkpoints_in(texts[name], name)]
    compared = 0
    for checkpoint in kept:
        try:
            compared += ledger is not None and compare(checkpoint, ledger)
        except ValueError as error:
            problem(checkpoint.where, f"it cannot be compared ({error})")
    for name, text in proofs.items():
        try:
            check_proof(json.loads(text), name, kept)
        except BROKEN as error:
            problem(name, f"this is no proof that can be checked: it fails at {error}")
    for one in ledger.sessions.values() if ledger is not None else ():
        held = sorted({*one.disputed.values()} - {0})
        totals = ", ".join(f"{player} {net:+d}" for player, net in one.totals(*held).items())
        totals += f"; contested, and in no sum: {held}" if held else ""
        print(f"session {one.name}: {len(one.hashes)} entries, {len(one.standing)} games; {totals}")
    if ledger is not None:
        print("checked: every line, its spelling, hash and link, the sums of every entry, the ends")
    print(f"compared with {compared} checkpoints, {len(proofs)} proofs tried")
    print("not checked, as settle audit does: scoring, points as money, disputes, signatures;")
    print("whether what is paid for sessions settled as one (group.transfers) is what they come to")
    if chats and not (compared or (kept and proofs)):
        problem("checkpoints", "there is none, or none of what is to be checked, in these files")
    print(f"WRONG: {len(problems)}" if problems else "Nothing is wrong.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
