"""What cannot be worked with as a whole, apart from what is wrong in a single round."""


class BulkRefused(Exception):  # noqa: N818 - a refusal, as the store's
    """A folder, a file or a cluster that is not as it has to be; the text says what is wrong."""
