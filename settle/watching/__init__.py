"""Watching the service: a line for each request, numbers for a monitor, limits on how often.

Nothing here knows a card, a name, a body or the secret of a key.
"""

from settle.watching.logs import LogForm, set_up_logs
from settle.watching.metrics import Metrics
from settle.watching.rates import Rates
from settle.watching.requests import KEY_ID, METRICS, REFUSED, REQUEST_ID, route_of, watch

__all__ = [
    "KEY_ID",
    "METRICS",
    "REFUSED",
    "REQUEST_ID",
    "LogForm",
    "Metrics",
    "Rates",
    "route_of",
    "set_up_logs",
    "watch",
]
