-- Version 1: notes, their tags, the index of their words, and the records of imported files.
--
-- The program runs this in one transaction and sets application_id and user_version itself. Times are milliseconds since
-- 1970-01-01T00:00:00Z. Tags are JSON arrays of strings.

CREATE TABLE note (
  rowid INTEGER PRIMARY KEY,                    -- joins the index of words; never leaves the store
  id BLOB NOT NULL CHECK (length(id) = 16),
  title TEXT NOT NULL,
  tags TEXT NOT NULL,                           -- the tags that were set on the note
  inline_tags TEXT NOT NULL,                    -- the #tags in the text that are not among them
  notebook TEXT NOT NULL,                       -- a path such as Kitchen/Bread; empty for the root
  pinned INTEGER NOT NULL,
  archived INTEGER NOT NULL,
  trashed INTEGER,                              -- when it was moved to the trash
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL,
  foreign_front_matter TEXT NOT NULL,
  body TEXT NOT NULL                            -- last, so that lists never read the overflow pages of a long text
) STRICT;

CREATE UNIQUE INDEX note_id ON note (id);

-- A list scans one of these in its order and stops at its limit. The indexes of the default order contain the notebook, so
-- that a list of one notebook skips the others without reading their rows, and the id, which sorts notes with the same time:
-- an import changes many at once. The indexes of the other orders omit both to save space.
CREATE INDEX note_active_by_modified ON note (pinned DESC, modified DESC, id DESC, notebook)
  WHERE trashed IS NULL AND archived = 0;
CREATE INDEX note_active_by_created ON note (pinned DESC, created DESC)
  WHERE trashed IS NULL AND archived = 0;
CREATE INDEX note_active_by_title ON note (pinned DESC, title COLLATE NOCASE)
  WHERE trashed IS NULL AND archived = 0;
CREATE INDEX note_archived ON note (pinned DESC, modified DESC, id DESC, notebook)
  WHERE trashed IS NULL AND archived = 1;
CREATE INDEX note_trashed ON note (pinned DESC, modified DESC, id DESC, notebook)
  WHERE trashed IS NOT NULL;

-- The tags of notes, set or in the text. With NOCASE, a note with two spellings of a tag counts once.
CREATE TABLE note_tag (
  tag TEXT NOT NULL COLLATE NOCASE,
  note INTEGER NOT NULL,
  PRIMARY KEY (tag, note)
) STRICT, WITHOUT ROWID;

-- The index of words. The texts themselves are in note. The body is the first column, since the index stores the column of
-- each word except for the first one, which saves a quarter of its size.
CREATE VIRTUAL TABLE note_fts USING fts5 (
  body, title, tags,
  content = 'note', content_rowid = 'rowid',
  tokenize = 'unicode61 remove_diacritics 2'
);

-- A word in the title has the highest weight, then one in the tags, then one in the text.
INSERT INTO note_fts (note_fts, rank) VALUES ('rank', 'bm25(1.0, 10.0, 5.0)');

CREATE TRIGGER note_inserted AFTER INSERT ON note BEGIN
  INSERT INTO note_fts (rowid, body, title, tags) VALUES (new.rowid, new.body, new.title, new.tags);
  INSERT OR IGNORE INTO note_tag (tag, note) SELECT value, new.rowid FROM json_each(new.tags);
  INSERT OR IGNORE INTO note_tag (tag, note) SELECT value, new.rowid FROM json_each(new.inline_tags);
END;

CREATE TRIGGER note_deleted AFTER DELETE ON note BEGIN
  INSERT INTO note_fts (note_fts, rowid, body, title, tags)
    VALUES ('delete', old.rowid, old.body, old.title, old.tags);
  DELETE FROM note_tag WHERE note = old.rowid AND tag IN (SELECT value FROM json_each(old.tags));
  DELETE FROM note_tag WHERE note = old.rowid AND tag IN (SELECT value FROM json_each(old.inline_tags));
END;

-- Pinning, archiving or moving a note updates no index of words.
CREATE TRIGGER note_words_updated AFTER UPDATE OF title, body, tags ON note
WHEN old.title IS NOT new.title OR old.body IS NOT new.body OR old.tags IS NOT new.tags BEGIN
  INSERT INTO note_fts (note_fts, rowid, body, title, tags)
    VALUES ('delete', old.rowid, old.body, old.title, old.tags);
  INSERT INTO note_fts (rowid, body, title, tags) VALUES (new.rowid, new.body, new.title, new.tags);
END;

CREATE TRIGGER note_tags_updated AFTER UPDATE OF tags, inline_tags ON note
WHEN old.tags IS NOT new.tags OR old.inline_tags IS NOT new.inline_tags BEGIN
  DELETE FROM note_tag WHERE note = old.rowid AND tag IN (SELECT value FROM json_each(old.tags));
  DELETE FROM note_tag WHERE note = old.rowid AND tag IN (SELECT value FROM json_each(old.inline_tags));
  INSERT OR IGNORE INTO note_tag (tag, note) SELECT value, new.rowid FROM json_each(new.tags);
  INSERT OR IGNORE INTO note_tag (tag, note) SELECT value, new.rowid FROM json_each(new.inline_tags);
END;

-- The imported folders, in a table of their own, so that a long path is stored once.
CREATE TABLE import_directory (
  rowid INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE
) STRICT;

-- The records of imported files. The note may be missing: the next import must not restore a purged note.
CREATE TABLE import_record (
  path TEXT NOT NULL,
  directory INTEGER NOT NULL REFERENCES import_directory (rowid),
  digest INTEGER NOT NULL,                      -- 64 bits, as a signed number
  note BLOB NOT NULL CHECK (length(note) = 16),
  note_modified INTEGER NOT NULL,
  PRIMARY KEY (path, directory)
) STRICT, WITHOUT ROWID;
