"""Who may do what: keys, roles, links, and the book handed over.

A key is shown once, and of it only a hash is kept. What it may is its scope in the whole book, and
a role in each session that it was granted. Whoever may not read a session is told the same as where
there is none.
"""
