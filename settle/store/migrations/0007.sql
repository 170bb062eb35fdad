-- Consents are of the entry that stood for the game when they were given. Books of before kept them
-- over corrections and voids: what was agreed to is written again as the entries have it, for the
-- disputes that were open while another entry came to stand. A correction that a ruling makes
-- stands already when the ruling comes, which has the consents of just before it.
WITH stood AS (
  SELECT dispute.session, dispute.id, dispute.state, entry.seq,
    row_number() OVER (PARTITION BY dispute.session, dispute.id ORDER BY entry.seq DESC) AS place
  FROM dispute JOIN entry ON entry.session = dispute.session AND entry.game = dispute.game
    AND entry.kind IN ('game_recorded', 'game_corrected', 'game_voided')
    AND entry.seq > dispute.seq
  WHERE NOT EXISTS (
    SELECT 1 FROM entry AS ended
    WHERE ended.session = dispute.session AND ended.game = dispute.game AND ended.seq < entry.seq
      AND ended.kind IN ('dispute_withdrawn', 'dispute_resolved')
      AND json_extract(ended.line, '$.body.id') = dispute.id
  )
), counted AS (
  SELECT last.session, last.id,
    CASE last.state WHEN 'corrected' THEN coalesce(before.seq, 0) ELSE last.seq END AS since,
    CASE last.state WHEN 'corrected' THEN last.seq END AS until
  FROM stood AS last LEFT JOIN stood AS before
    ON before.session = last.session AND before.id = last.id AND before.place = 2
  WHERE last.place = 1
)
UPDATE dispute SET consents = (
  SELECT json_group_array(json_array(who, outcome)) FROM (
    SELECT substr(json_extract(line, '$.body.by'), length('player:') + 1) AS who,
      json_extract(line, '$.body.outcome') AS outcome
    FROM entry
    WHERE entry.session = dispute.session AND entry.kind = 'dispute_consented'
      AND json_extract(line, '$.body.id') = dispute.id
      AND entry.seq > counted.since AND (counted.until IS NULL OR entry.seq < counted.until)
    ORDER BY entry.seq
  )
)
FROM counted WHERE counted.session = dispute.session AND counted.id = dispute.id;
