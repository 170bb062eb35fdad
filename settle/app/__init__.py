"""The service: the operations of the book, and scoring without one, over HTTP.

A door like the command line: it reads requests, calls the stations, and writes what they answer.
"""

from settle.app.factory import create_app

__all__ = ["create_app"]
