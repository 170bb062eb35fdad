-- What a group or a member of it was called under an Idempotency-Key, so that the call that comes
-- again leaves what happened since then. `member` is empty for the group itself. No hash of a name
-- is kept, and the name itself only as long as nobody has it forgotten.
CREATE TABLE naming (
  circle TEXT COLLATE "C" NOT NULL REFERENCES circle (id),
  key TEXT COLLATE "C" NOT NULL,
  member TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C",
  PRIMARY KEY (circle, key)
);
