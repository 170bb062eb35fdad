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
import os
import re
import sys
from collections import Counter
from hashlib import sha256
from typing import Any, BinaryIO, NamedTuple

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
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in keys) + "}"
    if isinstance(value, float) or (isinstance(value, int) and abs(value) >= 2**53):
        raise ValueError("a number that is not whole, or too large")
    return json.dumps(value, ensure_ascii=False)


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
    return "sha256:" + sha256(prefix + b"\0" + canonical(value).encode("utf-8")).hexdigest()


# --- 2. Hashes and links: an entry cannot be changed without changing all that follow -------------

NOTHING = "sha256:" + "0" * 64
FIELDS = {"seq", "session", "kind", "at", "by", "body", "prev_hash", "hash"}


class Session:
    """One session, as its entries make it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.hashes: list[str] = []
        self.is_wrong = False  # whether one of its lines is
        self.standing: dict[int, tuple[str, Any]] = {}  # game: hash and totals of what stands
        self.brought: Counter[str] = Counter()  # points that players brought along
        self.reversed: set[int] = set()  # payments and settlements that were taken back
        self.disputed: dict[str, int] = {}  # game by dispute, 0 once it is over

    def take(self, entry: dict[str, Any], where: str) -> None:
        """Check the next entry against the one before it."""
        before = self.hashes[-1] if self.hashes else NOTHING
        without_hash = {key: value for key, value in entry.items() if key != "hash"}
        if entry["seq"] != len(self.hashes) + 1:
            problem(where, f"its number is {entry['seq']}; {len(self.hashes) + 1} comes next")
        if entry["prev_hash"] != before:
            problem(where, "it does not follow the entry before it (prev_hash)")
        if entry["hash"] != sealed(b"settle:entry:v1", without_hash):
            problem(where, "its hash is not that of what it says: it was changed")
        if (entry["kind"] == "session_opened") != (not self.hashes):
            problem(where, "a session is opened by its first entry, and by no other")
        self.hashes.append(str(entry["hash"]))
        check_sums(self, entry, where)

    def root(self, size: int | None = None) -> bytes:
        """The root of the tree over its first entries, or over all (see 5)."""
        return root_of([bytes.fromhex(each[len("sha256:") :]) for each in self.hashes[:size]])

    def totals(self, *held: int) -> Counter[str]:
        """Everybody's points so far, without the games that are held."""
        totals = self.brought.copy()
        for game, (_, nets) in self.standing.items():
            totals.update(dict.fromkeys(nets, 0) if game in held else nets)
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
        session.brought.update(nets)
    else:
        counted = session.totals()
        if any(counted[player] != net for player, net in nets.items()):
            problem(where, f"the totals at the close are {nets}; the games give {dict(counted)}")


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
        self.sessions: dict[str, Session] = {}  # each from its first entry on, ended or cut off
        self.now: Session | None = None  # the session whose entries are being read
        self.open: set[str] = set()  # those whose closing line did not come yet
        self.first: list[Any] = [None]  # nothing, then the first entry of each session
        self.counts = {"rulesets": 0, "sessions": 0, "entries": 0}
        self.is_over = False

    def read(self, stream: BinaryIO) -> None:
        """Check every line of a file."""
        for number, line in enumerate(stream, 1):
            where, so_far = f"line {number}", len(problems)
            try:
                self.take(read_line(line, where), where, number)
            except BROKEN as error:
                problem(where, f"it has not the form that it should have ({error!r})")
            if self.now is not None and len(problems) > so_far:
                self.now.is_wrong = True
        if not self.is_over:
            problem("the end", "the ledger is cut off: its last line is missing")
        elif self.open:
            problem("the end", f"there is no closing line of {', '.join(sorted(self.open))}")

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
        elif line.get("end") == "session" and self.now is not None:
            self.end_session(self.now, line, where)
        elif line.get("end") == "ledger":
            self.is_over = True
            if canonical(line) != canonical({"end": "ledger", **self.counts}):
                problem(where, f"it does not count what stands above it: {self.counts}")
        else:
            self.entry(line, where)

    def entry(self, line: Any, where: str) -> None:
        """Check an entry."""
        name = line.get("session")
        if set(line) - {"game"} != FIELDS or not isinstance(name, str):
            problem(where, "it is no entry, and nothing else that is known here")
            return
        if self.now is None and name in self.sessions:
            problem(where, f"session {name} is there twice")
        if self.now is None or name not in self.sessions:
            self.sessions[name] = Session(name)
            self.open.add(name)
            self.first.append(line)
            self.counts["sessions"] += 1
        self.now = self.sessions[name]
        self.counts["entries"] += 1
        self.now.take(line, f"{where} (session {name}, entry {len(self.now.hashes) + 1})")

    def end_session(self, session: Session, line: Any, where: str) -> None:
        """Check what is said below the entries of a session, and what was opened before it."""
        self.now = None
        self.open.discard(session.name)
        said: dict[str, Any] = {"end": "session", "session": session.name}
        said |= {"entries": len(session.hashes), "head": session.hashes[-1]}
        if self.scope == "book":
            said["imported"] = line.get("imported") is True
            before, first = self.first[-2:]
            named = first["body"]["previous_session"]
            last = before and {"id": before["session"], "hash": before["hash"]}
            if (named == last) == said["imported"]:
                problem(where, f"before {session.name} stands {last}, and it names {named}")
        if canonical(line) != canonical(said):
            problem(where, f"it does not fit what stands above it: {said}")


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
    listed: list[tuple[str, int, bytes]]  # sessions with size and root; of a book those below it


def checkpoints_in(text: str, name: str) -> list[Checkpoint]:
    """Every checkpoint in a text."""
    found: list[Checkpoint] = []
    lines = [line.strip(AROUND) for line in re.split("\r\n?|\n", text)]
    for number, line in enumerate(lines, 1):
        origin = ORIGIN.fullmatch(line)
        if origin is None:
            continue
        where = f"{name}:{number}"
        size, root = [*lines[number : number + 2], "", ""][:2]
        if not SIZE.fullmatch(size) or not ROOT.fullmatch(root):
            problem(where, "this checkpoint is cut or mistyped")
            continue
        below = map(str.split, itertools.takewhile(LISTED.fullmatch, lines[number + 2 :]))
        rows = [[origin[2], size, root]] if origin[2] else below
        listed = [(each, int(count), base64.b64decode(top)) for each, count, top in rows]
        found.append(Checkpoint(where, origin[2], int(size), base64.b64decode(root), listed))
    return found


def compare(checkpoint: Checkpoint, ledger: Ledger) -> bool:
    """Compare a ledger with what was kept of it; False where that is of other sessions only."""
    where, name, size, root, rows = checkpoint
    sessions, is_book, is_bare = ledger.sessions, ledger.scope == "book", not rows
    if is_bare:
        rows = [(each, len(one.hashes), one.root()) for each, one in sessions.items()][:size]
    lines = [f"{each} {count} {base64.b64encode(top).decode()}" for each, count, top in rows]
    fits = len(lines) == size and root_of([line.encode() for line in lines]) == root
    named = [row[0] for row in rows]
    there = [each for each in named if each in sessions]
    if not (is_book or sessions):
        problem(where, "no entries are left here to compare it with")
    elif not is_book and not (fits if is_bare else there):
        of = "of a book: it needs its list" if is_bare else f"which is not of this session: {named}"
        print(f"not looked at: the checkpoint at {where}, {of}")
        return False
    elif name is None and not fits:
        told = "stand here (it lists none)" if is_bare else "it lists"
        problem(where, f"the sessions that {told} are not those that it was made of")
    else:
        rows = [row for row in rows if is_book or row[0] in sessions]
        for each, count, top in rows:
            have = len(sessions[each].hashes) if each in there else 0
            here = f", here it has {have}: cut off" if have else " and is not in this ledger"
            if have < count or not have:
                problem(where, f"session {each} had {count} entries{here}")
            elif sessions[each].root(count) != top:
                what = f"its first {count} entries are not those of the checkpoint"
                problem(where, f"session {each}: {what}")
        if name is None and is_book and [*sessions][: len(there)] != there:
            problem(where, f"sessions do not stand in the order in which it lists them: {named}")
    if where not in problems:
        of_book = f"{len(rows)} of the book's {size} sessions"
        what = of_book if name is None else f"session {name}, {size} entries"
        # Who changes an entry can leave its hash as it was.
        wrong = [each for each in there if sessions[each].is_wrong]
        agrees = "only the hashes, as they are written, agree" if wrong else "agrees"
        but = f"; lines of {', '.join(wrong)} are WRONG, see above" if wrong else ""
        print(f"{agrees} with the checkpoint at {where}: {what}{but}")
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
                start = stream.peek(200)[:200]
                if b'"settle-ledger"' in start and ledger is None:
                    ledger = Ledger()
                    ledger.read(stream)
                else:
                    code = "utf-16" if start[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
                    texts[name] = stream.read().decode(code, "replace")
        except OSError as error:  # or nobody reads what is printed: the end of 7 meets that again
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
    try:
        status = main(sys.argv[1:])
        print(end="", flush=True)
    except BrokenPipeError:  # whoever reads has seen enough, as "| head" has: end without a word
        os._exit(141)
    sys.exit(status)
