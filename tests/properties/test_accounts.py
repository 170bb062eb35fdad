"""Random payments, settlements and reversals: nothing is lost between owed, settled and paid."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from settle.accounts import Accounts, Flow, Movement, apply_money, position_of, split
from settle.book.paying import transfers_of_one, without_rounds
from settle.currencies import format_amount
from settle.entries import GENESIS, Entry
from settle.settlement import Transfer, fewest_transfers
from tests.properties.test_settlement import random_nets

STEPS = 400
PEOPLE = ("amy", "bob", "cat", "dan", "fund:rent")


def entry(seq, kind, **body):
    at = "2026-11-30T21:00:00.000Z"
    return Entry(seq, "s1", kind, None, at, "host", body, GENESIS, f"sha256:{seq:064}")


def random_flow(rng):
    payer, payee = rng.sample(PEOPLE, 2)
    return {"from": payer, "to": payee, "amount": format_amount(rng.randint(1, 50), "TWD")}


def random_entry(rng, seq, accounts):
    standing = sorted(accounts.movements)
    if standing and rng.random() < 0.2:
        chosen = rng.choice(standing)
        kind = accounts.movements[chosen].kind
        what = "payment" if kind == "payment" else "settlement"
        return entry(seq, f"{what}_reversed", **{what: chosen})
    if rng.random() < 0.6:
        return entry(seq, "payment", currency="TWD", **random_flow(rng))
    flows = [random_flow(rng) for _ in range(rng.randint(1, 4))]
    return entry(seq, "settlement_made", currency="TWD", transfers=flows)


def net_of(flows):
    """What each account gets by flows; below 0 it gives."""
    net = Counter()
    for payer, payee, amount in flows:
        net[payer] -= amount
        net[payee] += amount
    return net


def paid_and_asked(accounts):
    """By account, what payments brought, and what settlements asked for."""
    kinds = {"payment": [], "settlement_made": []}
    for movement in accounts.movements.values():
        kinds[movement.kind] += movement.flows
    return net_of(kinds["payment"]), net_of(kinds["settlement_made"])


@pytest.mark.parametrize("seed", range(5))
def test_what_is_settled_and_not_outstanding_was_paid(seed):
    rng, accounts = Random(seed), Accounts()
    for seq in range(1, STEPS):
        accounts = apply_money(accounts, random_entry(rng, seq, accounts))
        position = accounts.position()
        paid, asked = paid_and_asked(accounts)
        still = net_of(position.outstanding)
        assert sum(position.settled.values()) == 0
        for account in PEOPLE:
            assert position.settled.get(account, 0) - still[account] == paid[account]
        if not any(m.kind == "payment" for m in accounts.movements.values()):
            assert all(position.settled.get(each, 0) == asked[each] for each in PEOPLE)
        assert all(flow.amount > 0 for flow in position.outstanding)


def test_once_all_is_paid_nothing_is_outstanding():
    rng = Random(7)
    for _ in range(200):
        accounts, seq = Accounts(), 0
        for _ in range(rng.randint(1, 12)):
            seq += 1
            accounts = apply_money(accounts, random_entry(rng, seq, accounts))
        before = accounts.position().settled
        for payer, payee, amount in accounts.position().outstanding:
            seq += 1
            paid = {"from": payer, "to": payee, "amount": format_amount(amount, "TWD")}
            accounts = apply_money(accounts, entry(seq, "payment", currency="TWD", **paid))
        after = accounts.position()
        assert after.outstanding == ()
        assert all(after.settled.get(each, 0) == before.get(each, 0) for each in PEOPLE)


def test_a_reversal_leaves_what_there_was_without_it():
    rng = Random(8)
    for _ in range(200):
        accounts = Accounts()
        for seq in range(1, rng.randint(2, 12)):
            accounts = apply_money(accounts, random_entry(rng, seq, accounts))
        more = apply_money(accounts, entry(50, "payment", currency="TWD", **random_flow(rng)))
        back = apply_money(more, entry(51, "payment_reversed", payment=50))
        assert back.movements == accounts.movements
        assert back.position() == accounts.position()


def test_an_amount_is_split_into_whole_units():
    rng = Random(9)
    for _ in range(1000):
        amount, sharers = rng.randint(0, 10_000), rng.randint(1, 12)
        shares = split(amount, sharers)
        assert sum(shares) == amount
        assert list(shares) == sorted(shares, reverse=True)
        assert max(shares) - min(shares) <= 1


def test_one_is_settled_alone_and_nobody_is_driven_beyond_zero():
    rng = Random(10)
    for _ in range(1000):
        amounts = random_nets(rng, rng.randint(2, 8), 50)
        one = rng.randrange(len(amounts))
        left = list(amounts)
        for payer, payee, amount in transfers_of_one(amounts, one):
            assert amount > 0
            assert one in (payer, payee)
            left[payer] += amount
            left[payee] -= amount
        assert left[one] == 0
        assert all(abs(now) <= abs(then) and now * then >= 0
                   for now, then in zip(left, amounts, strict=True))  # fmt: skip


def test_without_rounds_everybody_gets_the_same_and_nobody_more_is_moved():
    rng = Random(11)
    for _ in range(500):
        pairs = {
            tuple(rng.sample(range(6), 2)): rng.randint(1, 9) for _ in range(rng.randint(0, 9))
        }
        transfers = [Transfer(*pair, amount) for pair, amount in pairs.items()]
        left = without_rounds(transfers)
        assert net_of(left) - net_of(transfers) == Counter()
        assert net_of(transfers) - net_of(left) == Counter()
        assert all(pairs[pair] >= amount > 0 for *pair, amount in left for pair in [tuple(pair)])
        if not any(net_of(transfers).values()):
            assert left == ()


def test_fewest_transfers_have_no_rounds():
    rng = Random(12)
    for _ in range(200):
        transfers = fewest_transfers(random_nets(rng, rng.randint(2, 8), 20))
        assert without_rounds(transfers) == transfers


def test_a_payment_goes_first_to_what_was_asked_before_it():
    owes = Flow("dan", "amy", 100)
    asked = Movement("", "settlement_made", (owes,), asked=(owes,))
    paid = Movement("", "payment", (owes,))
    assert position_of([asked, paid]).outstanding == ()
    # Paid in advance, it is not what a later settlement asked for.
    assert position_of([paid, asked]).outstanding == (owes,)
