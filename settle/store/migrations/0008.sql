-- What a group or a member of it was called under an Idempotency-Key, so that the call that comes
-- again leaves what happened since then. `member` is empty for the group itself. No hash of a name
-- is kept, and the name itself only as long as nobody has it forgotten.
CREATE TABLE naming (
  circle TEXT NOT NULL REFERENCES circle (id),
  key TEXT NOT NULL,
  member TEXT NOT NULL,
  name TEXT,
  PRIMARY KEY (circle, key)
) STRICT, WITHOUT ROWID;
