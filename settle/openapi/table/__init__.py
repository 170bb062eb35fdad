"""Every method of every path of the service."""

from typing import Final

from settle.openapi.operations import Operation
from settle.openapi.table import access, arguments, groups, money, scoring, service, sessions

OPERATIONS: Final[tuple[Operation, ...]] = (
    *scoring.OPERATIONS,
    *sessions.OPERATIONS,
    *arguments.OPERATIONS,
    *money.OPERATIONS,
    *groups.OPERATIONS,
    *access.OPERATIONS,
    *service.OPERATIONS,
)
