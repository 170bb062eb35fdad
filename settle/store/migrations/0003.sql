-- Tables that change, and games that are contested. All of it is made from the entries; a book of
-- before has neither, and what its rows say about them is what the defaults say.

-- `seating`: which agreement holds from which game on, [[1,0],[10,1]]; the opening's is number 0.
ALTER TABLE session ADD COLUMN seating TEXT NOT NULL DEFAULT '[[1,0]]';

-- The agreement that the standing entry was scored under.
ALTER TABLE game ADD COLUMN agreement INTEGER NOT NULL DEFAULT 0 CHECK (agreement >= 0);

-- `seq` is the entry that opened the dispute, `consents` the players who agree to a ruling.
CREATE TABLE dispute (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  game INTEGER NOT NULL CHECK (game >= 1),
  state TEXT NOT NULL,
  consents TEXT NOT NULL,
  PRIMARY KEY (session, id),
  FOREIGN KEY (session, seq) REFERENCES entry (session, seq)
) STRICT, WITHOUT ROWID;

-- Who agrees to an entry, named by its hash.
CREATE TABLE confirmation (
  session TEXT NOT NULL,
  entry TEXT NOT NULL,
  player TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (session, entry, player),
  FOREIGN KEY (session, seq) REFERENCES entry (session, seq)
) STRICT, WITHOUT ROWID;
