-- What this book is called in checkpoints: made once, at random, and never changed.
CREATE TABLE book (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 16 AND id NOT GLOB '*[^0-9a-f]*')
) STRICT;

INSERT INTO book (id) VALUES (lower(hex(randomblob(8))));

CREATE TRIGGER book_refuses_update BEFORE UPDATE ON book
BEGIN SELECT RAISE(ABORT, 'book is append-only: no update'); END;

CREATE TRIGGER book_refuses_delete BEFORE DELETE ON book
BEGIN SELECT RAISE(ABORT, 'book is append-only: no delete'); END;

CREATE TRIGGER book_refuses_again BEFORE INSERT ON book
WHEN EXISTS (SELECT 1 FROM book)
BEGIN SELECT RAISE(ABORT, 'book is append-only: it has its id already'); END;
