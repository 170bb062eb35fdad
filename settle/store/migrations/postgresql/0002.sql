-- The same guards for less of the server's time, which all machines share: what is written under
-- @schema@ is the name of the book's schema, so that a function need not set a path at each call.

-- An entry and all that has to be seen to with it, in one call. It may be made with any path, so
-- operators are the server's own by their names as well. The number of an entry that links is 1 or
-- one more than that of another, and what it links to is as long as any hash.
CREATE OR REPLACE FUNCTION entry_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_catalog.length(NEW.hash) OPERATOR(pg_catalog.<>) 71
      OR NEW.game OPERATOR(pg_catalog.<) 1 THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation',
      MESSAGE = 'entry has a hash of 71 characters and a game from 1 on';
  END IF;
  IF NEW.seq OPERATOR(pg_catalog.<>) 1 OR NEW.prev_hash OPERATOR(pg_catalog.<>)
      'sha256:0000000000000000000000000000000000000000000000000000000000000000' THEN
    PERFORM FROM @schema@.entry
    WHERE session OPERATOR(pg_catalog.=) NEW.session
      AND seq OPERATOR(pg_catalog.=) (NEW.seq OPERATOR(pg_catalog.-) 1)
      AND hash OPERATOR(pg_catalog.=) NEW.prev_hash;
    IF NOT FOUND THEN
      RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation',
        MESSAGE = 'entry links to the one before it';
    END IF;
  END IF;
  -- Once something stands for the game, by whatever way it came, what was begun is over.
  IF NEW.kind OPERATOR(pg_catalog.=) ANY (
      ARRAY['game_recorded', 'game_corrected', 'game_voided']) THEN
    DELETE FROM @schema@.draft
    WHERE session OPERATOR(pg_catalog.=) NEW.session AND game OPERATOR(pg_catalog.=) NEW.game;
  END IF;
  RETURN NEW;
END $$;

DROP TRIGGER draft_ends ON entry;
DROP FUNCTION draft_ends();
ALTER TABLE entry DROP CONSTRAINT entry_seq_check, DROP CONSTRAINT entry_game_check,
  DROP CONSTRAINT entry_hash_check, DROP CONSTRAINT entry_prev_hash_check;

-- The rows of sessions and games are made from the entries and compared with them by an audit,
-- whole, and a check is read anew by each statement. A head that is none lets no entry link to it.
ALTER TABLE session DROP CONSTRAINT session_id_head_seq_fkey,
  DROP CONSTRAINT session_opened_check, DROP CONSTRAINT session_games_check,
  DROP CONSTRAINT session_played_check, DROP CONSTRAINT session_highest_game_check;
ALTER TABLE game DROP CONSTRAINT game_game_check, DROP CONSTRAINT game_agreement_check;
