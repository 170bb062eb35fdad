-- What a book's schema on a PostgreSQL server holds: kind, name and text of each thing.
WITH own AS (
  SELECT oid, relname, relkind, relpersistence, relrowsecurity FROM pg_class
  WHERE relnamespace = CAST(current_schema() AS regnamespace)
)
SELECT 'table', CAST(relname AS text),
  string_agg(
    concat_ws(' ', attname, format_type(atttypid, atttypmod),
      (SELECT collname FROM pg_collation WHERE pg_collation.oid = attcollation),
      CASE WHEN attnotnull THEN 'not null' END),
    ', ' ORDER BY attnum)
  || CASE relpersistence WHEN 'p' THEN '' ELSE ', lost in a crash' END
  || CASE WHEN relrowsecurity THEN ', with rows that some do not see' ELSE '' END
FROM own JOIN pg_attribute ON attrelid = own.oid AND attnum > 0 AND NOT attisdropped
WHERE relkind IN ('r', 'p', 'f', 'v', 'm')
GROUP BY relname, relpersistence, relrowsecurity
UNION ALL
SELECT 'index', CAST(relname AS text),
  pg_get_indexdef(indexrelid) || CASE WHEN indisvalid THEN '' ELSE ', not valid' END
FROM own JOIN pg_index ON indexrelid = own.oid
UNION ALL
SELECT 'constraint', concat(conname, ' of ', relname), pg_get_constraintdef(pg_constraint.oid)
FROM own JOIN pg_constraint ON conrelid = own.oid
WHERE contype IN ('c', 'f', 'p', 'u', 'x')
UNION ALL
-- Those of the keys that name another table are the server's own, and can be switched off too.
SELECT 'trigger',
  CASE WHEN tgisinternal THEN concat('of keys of ', relname) ELSE concat(tgname, ' of ', relname) END,
  max(CASE WHEN tgisinternal THEN '' ELSE pg_get_triggerdef(pg_trigger.oid) END
    || CASE tgenabled WHEN 'D' THEN ', switched off' WHEN 'R' THEN ', switched off'
      WHEN 'O' THEN '' ELSE ', always' END)
FROM own JOIN pg_trigger ON tgrelid = own.oid
GROUP BY 1, 2
UNION ALL
SELECT 'function', CAST(proname AS text), concat_ws(' ', lanname, proconfig, prosrc)
FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
WHERE pronamespace = CAST(current_schema() AS regnamespace)
  AND prorettype = CAST('trigger' AS regtype)
UNION ALL
SELECT 'rule', concat(rulename, ' of ', relname), ''
FROM own JOIN pg_rewrite ON ev_class = own.oid WHERE relkind NOT IN ('v', 'm')
UNION ALL
SELECT 'heir of', CAST(relname AS text), CAST(inhrelid AS text)
FROM own JOIN pg_inherits ON inhparent = own.oid
