"""Settle: scoring and settlement for thirteen-card (Chinese) poker."""

# A constant and no look-up of the installed version: that costs more than the rest of the start.
# A test compares it with pyproject.toml.
__version__ = "0.1.0"
