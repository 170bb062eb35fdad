"""Currencies and amounts as text."""

from __future__ import annotations

import iso4217
import pytest
from hypothesis import given
from hypothesis import strategies as st

from settle.currencies import CURRENCY_DIGITS, format_amount, is_amount, parse_amount


def test_the_digits_are_those_of_iso_4217():
    listed = {currency.code: currency.exponent for currency in iso4217.Currency}
    assert dict(CURRENCY_DIGITS) == {
        code: digits for code, digits in listed.items() if digits is not None
    }


@pytest.mark.parametrize(
    ("minor", "currency", "text"),
    [
        (0, "TWD", "0"),
        (60_000, "TWD", "600"),
        (-1250, "HKD", "-12.50"),
        (5, "HKD", "0.05"),
        (-5, "HKD", "-0.05"),
        (7, "JPY", "7"),
        (-2200, "JPY", "-2200"),
        (1, "KWD", "0.001"),
        (1500, "KWD", "1.500"),
        (-1000, "KWD", "-1"),
        (10_001, "CLF", "1.0001"),
    ],
)
def test_amounts_as_documents_write_them(minor, currency, text):
    assert format_amount(minor, currency) == text
    assert parse_amount(text.removeprefix("-"), currency) == abs(minor)


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [
        ("100", "TWD", 10_000),
        ("100.0", "TWD", 10_000),
        ("0.5", "HKD", 50),
        ("0", "HKD", 0),
        ("999999999999999", "JPY", 999_999_999_999_999),
        ("1.5", "JPY", None),
        ("1.0", "JPY", None),
        ("0.001", "HKD", None),
        ("1e3", "HKD", None),
        ("-1", "HKD", None),
        ("01", "HKD", None),
        ("1\n", "HKD", None),
        ("٣", "HKD", None),
        ("1000000000000000", "HKD", None),
    ],
)
def test_amounts_as_they_are_read(text, currency, minor):
    assert parse_amount(text, currency) == minor


@pytest.mark.parametrize(
    ("text", "is_one"), [("0.0001", True), ("0.00001", False), ("0", False), ("x", False)]
)
def test_what_is_an_amount_in_some_currency(text, is_one):
    assert is_amount(text) == is_one


@given(st.integers(0, 10**14), st.sampled_from(sorted(CURRENCY_DIGITS)))
def test_what_is_written_is_read_back(minor, currency):
    assert parse_amount(format_amount(minor, currency), currency) == minor
