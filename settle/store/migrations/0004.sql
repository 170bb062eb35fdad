-- Circles of people who play together, `group` outside SQL: who belongs to one, and what everybody
-- is called. Names can be changed and erased without touching an entry; ids stay, for sessions name
-- them.
CREATE TABLE circle (
  id TEXT NOT NULL PRIMARY KEY,
  made INTEGER NOT NULL UNIQUE CHECK (made >= 1),
  name TEXT,
  request_sha256 TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE member (
  circle TEXT NOT NULL REFERENCES circle (id),
  id TEXT NOT NULL,
  joined INTEGER NOT NULL CHECK (joined >= 1),
  name TEXT,
  PRIMARY KEY (circle, id),
  UNIQUE (circle, joined)
) STRICT, WITHOUT ROWID;
