-- Games that are being entered, so that a phone that was reloaded, or another one, goes on with
-- them. They are no part of the ledger. `against` is the hash of what stood for the game when it was
-- begun, empty where nothing did; `fields` is what its form holds, a JSON object of texts. `version`
-- counts, so that of two phones the later one sees that it is.
CREATE TABLE draft (
  session TEXT NOT NULL REFERENCES session (id),
  game INTEGER NOT NULL CHECK (game >= 1),
  version INTEGER NOT NULL CHECK (version >= 1),
  against TEXT NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (session, game)
) STRICT, WITHOUT ROWID;

-- Once something stands for the game, by whatever way it came, what was begun is over.
CREATE TRIGGER draft_ends AFTER INSERT ON entry
WHEN NEW.kind IN ('game_recorded', 'game_corrected', 'game_voided')
BEGIN DELETE FROM draft WHERE session = NEW.session AND game = NEW.game; END;
