"""The report of an audit as JSON values."""

from collections.abc import Iterable
from typing import Any

from settle.audit.findings import Finding, Tally, first_bad


def audit_report(findings: Iterable[Finding], tally: Tally) -> dict[str, Any]:
    """Whether all is sound, each finding, the first bad entry, and what was looked at."""
    found = list(findings)
    first = first_bad(found)
    return {
        "sound": not found,
        "findings": [finding.document() for finding in found],
        "first": None if first is None else first.document(),
        "counts": tally.counts(),
        "imported": tally.imported,
        "apart": tally.apart,
        "unused": tally.unused,
    }
