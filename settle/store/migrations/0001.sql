-- The book: rulesets, entries and answers are only ever added to; everything else can be made
-- again from the entries, but for the display names, which stand outside every hash.

CREATE TABLE migration (
  number INTEGER PRIMARY KEY CHECK (number >= 1),
  sha256 TEXT NOT NULL
) STRICT;

-- The text of every ruleset version that a session of this book was opened under.
CREATE TABLE ruleset (
  digest TEXT NOT NULL PRIMARY KEY CHECK (length(digest) = 71),
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  text TEXT NOT NULL
) STRICT;

CREATE INDEX ruleset_by_name ON ruleset (id, version);

-- `line` is the whole entry in canonical JSON; the other columns are copies out of it.
CREATE TABLE entry (
  session TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  kind TEXT NOT NULL,
  game INTEGER CHECK (game >= 1),
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 71),
  prev_hash TEXT NOT NULL CHECK (length(prev_hash) = 71),
  line TEXT NOT NULL,
  PRIMARY KEY (session, seq),
  UNIQUE (session, prev_hash)
) STRICT;

-- What was answered to an Idempotency-Key. The scope is a session, or '' for the whole book.
CREATE TABLE answer (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  request_sha256 TEXT NOT NULL,
  session TEXT NOT NULL,
  seq INTEGER NOT NULL,
  status INTEGER NOT NULL CHECK (status BETWEEN 200 AND 599),
  PRIMARY KEY (scope, key),
  FOREIGN KEY (session, seq) REFERENCES entry (session, seq)
) STRICT, WITHOUT ROWID;

-- Made from the entries, after them: the keys below are checked at once, for a check put off to the
-- commit would have every new entry look through all rows for those that wait for it. `opened`
-- counts the sessions of the book in the order of their opening. The first entry of a session names
-- the one opened before it; `imported` marks one that came from elsewhere and names another, so that
-- a session that is gone leaves a gap.
CREATE TABLE session (
  id TEXT NOT NULL PRIMARY KEY,
  opened INTEGER NOT NULL UNIQUE CHECK (opened >= 1),
  head_seq INTEGER NOT NULL,
  head_hash TEXT NOT NULL,
  state TEXT NOT NULL,
  games INTEGER NOT NULL CHECK (games >= 1),
  played INTEGER NOT NULL CHECK (played >= 0),
  highest_game INTEGER NOT NULL CHECK (highest_game >= 0),
  totals TEXT NOT NULL,
  imported INTEGER NOT NULL CHECK (imported IN (0, 1)),
  FOREIGN KEY (id, head_seq) REFERENCES entry (session, seq)
) STRICT, WITHOUT ROWID;

-- Made from the entries: the standing entry of each game.
CREATE TABLE game (
  session TEXT NOT NULL,
  game INTEGER NOT NULL CHECK (game >= 1),
  seq INTEGER NOT NULL,
  hash TEXT NOT NULL,
  kind TEXT NOT NULL,
  nets TEXT NOT NULL,
  PRIMARY KEY (session, game),
  FOREIGN KEY (session, seq) REFERENCES entry (session, seq)
) STRICT, WITHOUT ROWID;

-- Display names. They can be changed and erased without touching an entry.
CREATE TABLE person (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;

-- The guards. REPLACE and upserts never reach the update or delete of an old row: the insert is
-- refused first, whatever the connection has set. A row could also be replaced by naming its rowid.

CREATE TRIGGER migration_refuses_update BEFORE UPDATE ON migration
BEGIN SELECT RAISE(ABORT, 'migration is append-only: no update'); END;

CREATE TRIGGER migration_refuses_delete BEFORE DELETE ON migration
BEGIN SELECT RAISE(ABORT, 'migration is append-only: no delete'); END;

CREATE TRIGGER migration_refuses_again BEFORE INSERT ON migration
WHEN EXISTS (SELECT 1 FROM migration WHERE number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'migration is append-only: it is there already'); END;

CREATE TRIGGER ruleset_refuses_update BEFORE UPDATE ON ruleset
BEGIN SELECT RAISE(ABORT, 'ruleset is append-only: no update'); END;

CREATE TRIGGER ruleset_refuses_delete BEFORE DELETE ON ruleset
BEGIN SELECT RAISE(ABORT, 'ruleset is append-only: no delete'); END;

CREATE TRIGGER ruleset_refuses_again BEFORE INSERT ON ruleset
WHEN EXISTS (SELECT 1 FROM ruleset WHERE digest = NEW.digest)
  OR EXISTS (SELECT 1 FROM ruleset WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'ruleset is append-only: it is there already'); END;

CREATE TRIGGER entry_refuses_update BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'entry is append-only: no update'); END;

CREATE TRIGGER entry_refuses_delete BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'entry is append-only: no delete'); END;

CREATE TRIGGER entry_refuses_again BEFORE INSERT ON entry
WHEN EXISTS (SELECT 1 FROM entry WHERE session = NEW.session AND seq = NEW.seq)
  OR EXISTS (SELECT 1 FROM entry WHERE hash = NEW.hash)
  OR EXISTS (SELECT 1 FROM entry WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'entry is append-only: it is there already'); END;

-- So a second entry after the same one is refused as well: it would have the number of the first.
CREATE TRIGGER entry_links BEFORE INSERT ON entry
WHEN NOT (
    NEW.seq = 1
    AND NEW.prev_hash = 'sha256:0000000000000000000000000000000000000000000000000000000000000000'
  )
  AND NOT EXISTS (
    SELECT 1 FROM entry
    WHERE session = NEW.session AND seq = NEW.seq - 1 AND hash = NEW.prev_hash
  )
BEGIN SELECT RAISE(ABORT, 'entry links to the one before it'); END;

CREATE TRIGGER answer_refuses_update BEFORE UPDATE ON answer
BEGIN SELECT RAISE(ABORT, 'answer is append-only: no update'); END;

CREATE TRIGGER answer_refuses_delete BEFORE DELETE ON answer
BEGIN SELECT RAISE(ABORT, 'answer is append-only: no delete'); END;

CREATE TRIGGER answer_refuses_again BEFORE INSERT ON answer
WHEN EXISTS (SELECT 1 FROM answer WHERE scope = NEW.scope AND key = NEW.key)
BEGIN SELECT RAISE(ABORT, 'answer is append-only: it is there already'); END;
