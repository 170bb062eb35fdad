-- Who may do what. Of a secret only its SHA-256 is kept. Nothing here is under a hash: keys come
-- and go, and entries name them by their ids, which are never used again.

-- `scope`: what the key may in the whole book; `session` only what it is granted below. `made` is
-- its place among the keys. `request_key` and `request_sha256` know the call again that made it.
CREATE TABLE access_key (
  id TEXT NOT NULL PRIMARY KEY,
  made INTEGER NOT NULL UNIQUE CHECK (made >= 1),
  secret_sha256 TEXT NOT NULL UNIQUE CHECK (length(secret_sha256) = 64),
  scope TEXT NOT NULL CHECK (scope IN ('admin', 'create', 'session')),
  label TEXT NOT NULL,
  made_at TEXT NOT NULL,
  made_by TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT,
  request_key TEXT,
  request_sha256 TEXT,
  UNIQUE (made_by, request_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE session_grant (
  access_key TEXT NOT NULL REFERENCES access_key (id),
  session TEXT NOT NULL REFERENCES session (id),
  role TEXT NOT NULL CHECK (role IN ('host', 'scorer', 'player', 'viewer')),
  player TEXT,
  PRIMARY KEY (access_key, session)
) STRICT, WITHOUT ROWID;

CREATE INDEX session_grant_by_session ON session_grant (session);

-- Whoever has made a group, or was given it, is its host.
CREATE TABLE group_grant (
  access_key TEXT NOT NULL REFERENCES access_key (id),
  circle TEXT NOT NULL REFERENCES circle (id),
  PRIMARY KEY (access_key, circle)
) STRICT, WITHOUT ROWID;

-- What can be turned into a key: once, or so many times. Without a session it gives a key that may
-- open sessions.
CREATE TABLE access_link (
  id TEXT NOT NULL PRIMARY KEY,
  made INTEGER NOT NULL UNIQUE CHECK (made >= 1),
  token_sha256 TEXT NOT NULL UNIQUE CHECK (length(token_sha256) = 64),
  session TEXT REFERENCES session (id),
  role TEXT NOT NULL CHECK (role IN ('host', 'scorer', 'player', 'viewer')),
  player TEXT,
  made_at TEXT NOT NULL,
  made_by TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  uses_left INTEGER NOT NULL CHECK (uses_left >= 0),
  revoked_at TEXT,
  request_key TEXT,
  request_sha256 TEXT,
  UNIQUE (made_by, session, request_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX access_link_by_session ON access_link (session);

-- A key that was revoked stays so, and none gets another secret or wider rights.
CREATE TRIGGER access_key_refuses_update BEFORE UPDATE ON access_key
WHEN OLD.revoked_at IS NOT NULL OR NEW.revoked_at IS NULL
  OR (NEW.id, NEW.made, NEW.secret_sha256, NEW.scope, NEW.label, NEW.made_at, NEW.made_by)
    IS NOT (OLD.id, OLD.made, OLD.secret_sha256, OLD.scope, OLD.label, OLD.made_at, OLD.made_by)
  OR NEW.expires_at IS NOT OLD.expires_at
BEGIN SELECT RAISE(ABORT, 'access_key can only be revoked'); END;

CREATE TRIGGER access_key_refuses_delete BEFORE DELETE ON access_key
BEGIN SELECT RAISE(ABORT, 'access_key can only be revoked'); END;

CREATE TRIGGER access_key_refuses_again BEFORE INSERT ON access_key
WHEN EXISTS (SELECT 1 FROM access_key WHERE id = NEW.id OR secret_sha256 = NEW.secret_sha256)
BEGIN SELECT RAISE(ABORT, 'access_key is there already'); END;
