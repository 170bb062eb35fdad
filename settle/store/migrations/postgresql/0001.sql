-- The book on a PostgreSQL server: the same tables as in a file. Text is compared by its bytes
-- everywhere, so that rows come in the same order. Keys refuse what is there already; what changes
-- rows is refused before it begins, and TRUNCATE too, which no trigger of a row would see.

CREATE TABLE migration (
  number BIGINT PRIMARY KEY CHECK (number >= 1),
  sha256 TEXT COLLATE "C" NOT NULL
);

-- What this book is called in checkpoints. It is put in when the book is made; and whoever opens
-- sessions, or changes what belongs to the whole book, holds this row meanwhile.
CREATE TABLE book (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$')
);

CREATE TABLE ruleset (
  digest TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(digest) = 71),
  id TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL CHECK (version >= 1),
  text TEXT COLLATE "C" NOT NULL
);

CREATE INDEX ruleset_by_name ON ruleset (id, version);

CREATE TABLE entry (
  session TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL CHECK (seq >= 1),
  kind TEXT COLLATE "C" NOT NULL,
  game BIGINT CHECK (game >= 1),
  hash TEXT COLLATE "C" NOT NULL UNIQUE CHECK (length(hash) = 71),
  prev_hash TEXT COLLATE "C" NOT NULL CHECK (length(prev_hash) = 71),
  line TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (session, seq)
);

CREATE TABLE answer (
  scope TEXT COLLATE "C" NOT NULL,
  key TEXT COLLATE "C" NOT NULL,
  request_sha256 TEXT COLLATE "C" NOT NULL,
  session TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  status BIGINT NOT NULL CHECK (status BETWEEN 200 AND 599),
  PRIMARY KEY (scope, key),
  FOREIGN KEY (session, seq) REFERENCES entry (session, seq)
);

-- Whoever writes in a session holds its row. Pages have room for its next states.
CREATE TABLE session (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  opened BIGINT NOT NULL UNIQUE CHECK (opened >= 1),
  head_seq BIGINT NOT NULL,
  head_hash TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  games BIGINT NOT NULL CHECK (games >= 1),
  played BIGINT NOT NULL CHECK (played >= 0),
  highest_game BIGINT NOT NULL CHECK (highest_game >= 0),
  totals TEXT COLLATE "C" NOT NULL,
  imported BIGINT NOT NULL CHECK (imported IN (0, 1)),
  seating TEXT COLLATE "C" NOT NULL,
  FOREIGN KEY (id, head_seq) REFERENCES entry (session, seq)
) WITH (fillfactor = 50);

CREATE TABLE game (
  session TEXT COLLATE "C" NOT NULL,
  game BIGINT NOT NULL CHECK (game >= 1),
  seq BIGINT NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  nets TEXT COLLATE "C" NOT NULL,
  agreement BIGINT NOT NULL CHECK (agreement >= 0),
  PRIMARY KEY (session, game),
  FOREIGN KEY (session, seq) REFERENCES entry (session, seq)
);

CREATE TABLE person (
  session TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (session, id)
);

CREATE TABLE dispute (
  session TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  game BIGINT NOT NULL CHECK (game >= 1),
  state TEXT COLLATE "C" NOT NULL,
  consents TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (session, id),
  FOREIGN KEY (session, seq) REFERENCES entry (session, seq)
);

CREATE TABLE confirmation (
  session TEXT COLLATE "C" NOT NULL,
  entry TEXT COLLATE "C" NOT NULL,
  player TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  PRIMARY KEY (session, entry, player),
  FOREIGN KEY (session, seq) REFERENCES entry (session, seq)
);

CREATE TABLE circle (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  made BIGINT NOT NULL UNIQUE CHECK (made >= 1),
  name TEXT COLLATE "C",
  request_sha256 TEXT COLLATE "C" NOT NULL
);

CREATE TABLE member (
  circle TEXT COLLATE "C" NOT NULL REFERENCES circle (id),
  id TEXT COLLATE "C" NOT NULL,
  joined BIGINT NOT NULL CHECK (joined >= 1),
  name TEXT COLLATE "C",
  PRIMARY KEY (circle, id),
  UNIQUE (circle, joined)
);

CREATE TABLE access_key (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  made BIGINT NOT NULL UNIQUE CHECK (made >= 1),
  secret_sha256 TEXT COLLATE "C" NOT NULL UNIQUE CHECK (length(secret_sha256) = 64),
  scope TEXT COLLATE "C" NOT NULL CHECK (scope IN ('admin', 'create', 'session')),
  label TEXT COLLATE "C" NOT NULL,
  made_at TEXT COLLATE "C" NOT NULL,
  made_by TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C",
  revoked_at TEXT COLLATE "C",
  request_key TEXT COLLATE "C",
  request_sha256 TEXT COLLATE "C",
  UNIQUE (made_by, request_key)
);

CREATE TABLE session_grant (
  access_key TEXT COLLATE "C" NOT NULL REFERENCES access_key (id),
  session TEXT COLLATE "C" NOT NULL REFERENCES session (id),
  role TEXT COLLATE "C" NOT NULL CHECK (role IN ('host', 'scorer', 'player', 'viewer')),
  player TEXT COLLATE "C",
  PRIMARY KEY (access_key, session)
);

CREATE INDEX session_grant_by_session ON session_grant (session);

CREATE TABLE group_grant (
  access_key TEXT COLLATE "C" NOT NULL REFERENCES access_key (id),
  circle TEXT COLLATE "C" NOT NULL REFERENCES circle (id),
  PRIMARY KEY (access_key, circle)
);

CREATE TABLE access_link (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  made BIGINT NOT NULL UNIQUE CHECK (made >= 1),
  token_sha256 TEXT COLLATE "C" NOT NULL UNIQUE CHECK (length(token_sha256) = 64),
  session TEXT COLLATE "C" REFERENCES session (id),
  role TEXT COLLATE "C" NOT NULL CHECK (role IN ('host', 'scorer', 'player', 'viewer')),
  player TEXT COLLATE "C",
  made_at TEXT COLLATE "C" NOT NULL,
  made_by TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL,
  uses_left BIGINT NOT NULL CHECK (uses_left >= 0),
  revoked_at TEXT COLLATE "C",
  request_key TEXT COLLATE "C",
  request_sha256 TEXT COLLATE "C",
  UNIQUE (made_by, session, request_key)
);

CREATE INDEX access_link_by_session ON access_link (session);

CREATE TABLE draft (
  session TEXT COLLATE "C" NOT NULL REFERENCES session (id),
  game BIGINT NOT NULL CHECK (game >= 1),
  version BIGINT NOT NULL CHECK (version >= 1),
  against TEXT COLLATE "C" NOT NULL,
  fields TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (session, game)
);

-- The guards. They hold for every role, the owner's and that of replication too, and look at the
-- tables of this schema only: a table of the same name that somebody made for the moment is not
-- looked at.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation',
    MESSAGE = TG_TABLE_NAME || ' is append-only: no ' || lower(TG_OP);
END $$;

CREATE TRIGGER migration_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON migration
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE migration ENABLE ALWAYS TRIGGER migration_refuses_change;

CREATE TRIGGER book_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON book
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE book ENABLE ALWAYS TRIGGER book_refuses_change;

CREATE TRIGGER ruleset_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ruleset
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE ruleset ENABLE ALWAYS TRIGGER ruleset_refuses_change;

CREATE TRIGGER entry_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE entry ENABLE ALWAYS TRIGGER entry_refuses_change;

CREATE TRIGGER answer_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON answer
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE answer ENABLE ALWAYS TRIGGER answer_refuses_change;

CREATE FUNCTION book_refuses_again() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM book) THEN
    RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation',
      MESSAGE = 'book is append-only: it has its id already';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER book_refuses_again BEFORE INSERT ON book
FOR EACH ROW EXECUTE FUNCTION book_refuses_again();
ALTER TABLE book ENABLE ALWAYS TRIGGER book_refuses_again;

-- So a second entry after the same one is refused as well: it would have the number of the first.
CREATE FUNCTION entry_links() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.seq = 1 AND NEW.prev_hash =
      'sha256:0000000000000000000000000000000000000000000000000000000000000000' THEN
    RETURN NEW;
  END IF;
  IF EXISTS (
    SELECT 1 FROM entry
    WHERE session = NEW.session AND seq = NEW.seq - 1 AND hash = NEW.prev_hash
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation',
    MESSAGE = 'entry links to the one before it';
END $$;

CREATE TRIGGER entry_links BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION entry_links();
ALTER TABLE entry ENABLE ALWAYS TRIGGER entry_links;

-- A key that was revoked stays so, and none gets another secret or wider rights.
CREATE FUNCTION access_key_refuses_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.revoked_at IS NOT NULL OR NEW.revoked_at IS NULL
      OR (NEW.id, NEW.made, NEW.secret_sha256, NEW.scope, NEW.label, NEW.made_at, NEW.made_by)
        IS DISTINCT FROM
        (OLD.id, OLD.made, OLD.secret_sha256, OLD.scope, OLD.label, OLD.made_at, OLD.made_by)
      OR NEW.expires_at IS DISTINCT FROM OLD.expires_at THEN
    RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation',
      MESSAGE = 'access_key can only be revoked';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER access_key_refuses_update BEFORE UPDATE ON access_key
FOR EACH ROW EXECUTE FUNCTION access_key_refuses_update();
ALTER TABLE access_key ENABLE ALWAYS TRIGGER access_key_refuses_update;

CREATE TRIGGER access_key_refuses_removal BEFORE DELETE OR TRUNCATE ON access_key
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE access_key ENABLE ALWAYS TRIGGER access_key_refuses_removal;

-- Once something stands for the game, by whatever way it came, what was begun is over.
CREATE FUNCTION draft_ends() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM draft WHERE session = NEW.session AND game = NEW.game;
  RETURN NULL;
END $$;

CREATE TRIGGER draft_ends AFTER INSERT ON entry FOR EACH ROW
WHEN (NEW.kind IN ('game_recorded', 'game_corrected', 'game_voided'))
EXECUTE FUNCTION draft_ends();
