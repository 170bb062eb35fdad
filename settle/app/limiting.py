"""How much and how often may be asked: the settings of the service, as requests meet them."""

import ipaddress
from typing import Final

from flask import Flask, Response, current_app, g, request

from settle.config import Settings
from settle.faults import Fault, RefusedError
from settle.watching import KEY_ID, Rates

SETTINGS: Final = "settle.settings"
"""Where the application keeps its settings."""

_USUAL: Final = Settings()
_FREE: Final = frozenset(("health.alive", "health.ready"))
"""Whoever watches over the service is never told to wait."""
_UNAUTHORIZED: Final = 401
_TOO_MANY: Final = 429
_LONGEST_ADDRESS: Final = 64
_ONE_CUSTOMER: Final = 64
"""Bits of an IPv6 address that whoever has one has all addresses of."""


def limits() -> Settings:
    """The settings of the service that a request has come to."""
    found: Settings = current_app.extensions.get(SETTINGS, _USUAL)
    return found


def hold_back(app: Flask, settings: Settings) -> None:
    """Have an application answer by these settings, and no caller oftener than they say.

    Calls count for the key that they were made with, or for the address that they came from. What
    was refused for its key counts for the address as well: an address that only guesses is not
    heard any more.
    """
    app.extensions[SETTINGS] = settings
    if not settings.rate_per_minute:
        return
    rates = Rates(settings.rate_per_minute, settings.rate_burst)

    def before_the_key_is_looked_at() -> None:
        if request.endpoint not in _FREE:
            _refuse(rates.wait_seconds(_guesser(), counted=False))

    def once_it_is_known() -> None:
        if request.endpoint not in _FREE:
            key = request.environ.get(KEY_ID)
            _refuse(rates.wait_seconds(f"key {key}" if key else f"address {address()}"))

    def with_the_answer(response: Response) -> Response:
        if response.status_code == _UNAUTHORIZED:
            rates.wait_seconds(_guesser())
        if response.status_code == _TOO_MANY:
            response.headers["Retry-After"] = str(g.wait_seconds)
        return response

    app.before_request_funcs.setdefault(None, []).insert(0, before_the_key_is_looked_at)
    app.before_request(once_it_is_known)
    app.after_request(with_the_answer)


def _refuse(wait_seconds: int) -> None:
    if wait_seconds:
        g.wait_seconds = wait_seconds
        fault = Fault((), "too_many_calls", "", {"seconds": wait_seconds})
        raise RefusedError([fault], status=_TOO_MANY)


def _guesser() -> str:
    return f"guesses {address()}"


def address() -> str:
    """Where a request comes from: what is seen, or what the proxies in front have seen."""
    seen: str = request.environ.get("REMOTE_ADDR", "")
    proxies = limits().proxies
    if proxies:
        hops = request.environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        # Each proxy adds who it was asked by at the end; what stands before may be made up.
        told = hops[-proxies].strip()[:_LONGEST_ADDRESS] if len(hops) >= proxies else ""
        # Where they say nothing, all would be one caller with no address.
        seen = told or seen
    return _without_the_rest(seen) if ":" in seen else seen


def _without_the_rest(seen: str) -> str:
    """The part of an IPv6 address that is one customer's; of IPv4 written so, the IPv4 address."""
    try:
        mapped = ipaddress.IPv6Address(seen).ipv4_mapped
        if mapped is not None:
            return str(mapped)
        return str(ipaddress.IPv6Network((seen, _ONE_CUSTOMER), strict=False))
    except ValueError:
        return seen
