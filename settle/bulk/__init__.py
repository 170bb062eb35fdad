"""Many rounds at once: read from streams, scored by several processes, kept in shards."""
