"""What the store says when it does not do as it was asked."""


class StoreUnavailable(Exception):  # noqa: N818 - a state that passes, told to callers as 503
    """The book cannot be read or written now; nothing of what was asked has been stored.

    The disk is full or read-only, a lock could not be had in time, or a file cannot be opened.
    The same call may succeed later.
    """


class StoreRefused(Exception):  # noqa: N818 - the store's refusal, beside RefusedError of documents
    """The file is no book that this version works with; the text says what was found and does."""


class StoreUnsure(StoreUnavailable):
    """The server was lost after it was told to store something, and before it said that it had."""
