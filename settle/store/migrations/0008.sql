-- What somebody of a session or of a group, or a group itself, was called under an Idempotency-Key:
-- the call that comes again leaves what happened since then, and another one is refused. `person` is
-- empty for the group itself. No hash of a name is kept, and a name only as long as nobody has it
-- forgotten.
CREATE TABLE naming (
  scope TEXT NOT NULL CHECK (scope IN ('session', 'group')),
  place TEXT NOT NULL,
  key TEXT NOT NULL,
  person TEXT NOT NULL,
  name TEXT,
  PRIMARY KEY (scope, place, key)
) STRICT, WITHOUT ROWID;
