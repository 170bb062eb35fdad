"""Settle: scoring and settlement for thirteen-card poker."""

__version__ = "0.1.0"
