-- What people, and a group itself, were called under an Idempotency-Key: the call that comes again
-- leaves what happened since then, and one with another name is refused. `person` is empty for the
-- group itself, and where nobody was named; of the book it is the group that was made. No hash of a
-- name is kept, and a name only as long as nobody has it forgotten.
CREATE TABLE naming (
  scope TEXT NOT NULL CHECK (scope IN ('book', 'group', 'session')),
  place TEXT NOT NULL,
  key TEXT NOT NULL,
  person TEXT NOT NULL,
  name TEXT,
  request_sha256 TEXT NOT NULL,
  PRIMARY KEY (scope, place, key, person)
) STRICT, WITHOUT ROWID;
