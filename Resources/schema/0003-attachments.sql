-- Version 3: attachments, and their bytes.
--
-- The attachments of a note are in its row, like its tags: a JSON array of arrays, each with the name, the SHA-256 of the
-- bytes in hexadecimal, and their number, as three strings. A note arrives before its blobs, which may never arrive. There
-- are few tables and indexes, since each takes a page of 32 KB from the start.

ALTER TABLE note ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';

-- The references of notes to blobs.
CREATE TABLE note_attachment (
  digest TEXT NOT NULL,
  note INTEGER NOT NULL,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (digest, note, name)
) STRICT, WITHOUT ROWID;

-- Does nothing for a note without attachments.
CREATE TRIGGER note_attachments_inserted AFTER INSERT ON note WHEN new.attachments <> '[]' BEGIN
  INSERT INTO note_attachment (digest, note, name, size)
    SELECT json_extract(value, '$[1]'), new.rowid, json_extract(value, '$[0]'),
      CAST(json_extract(value, '$[2]') AS INTEGER)
    FROM json_each(new.attachments);
END;

CREATE TRIGGER note_attachments_deleted AFTER DELETE ON note WHEN old.attachments <> '[]' BEGIN
  DELETE FROM note_attachment
    WHERE note = old.rowid AND digest IN (SELECT json_extract(value, '$[1]') FROM json_each(old.attachments));
END;

CREATE TRIGGER note_attachments_updated AFTER UPDATE OF attachments ON note
WHEN old.attachments IS NOT new.attachments BEGIN
  DELETE FROM note_attachment
    WHERE note = old.rowid AND digest IN (SELECT json_extract(value, '$[1]') FROM json_each(old.attachments));
  INSERT INTO note_attachment (digest, note, name, size)
    SELECT json_extract(value, '$[1]'), new.rowid, json_extract(value, '$[0]'),
      CAST(json_extract(value, '$[2]') AS INTEGER)
    FROM json_each(new.attachments);
END;

-- The blobs that were received, at least in part. A blob is complete, and matches its digest, when received equals size.
CREATE TABLE blob (
  digest TEXT PRIMARY KEY,
  id INTEGER NOT NULL,                          -- 30 random bits, so that a blob is not confused with one that replaced it
  size INTEGER NOT NULL,
  received INTEGER NOT NULL,
  touched INTEGER NOT NULL                      -- the time of its last piece or use
) STRICT, WITHOUT ROWID;

-- The bytes of blobs, in the received pieces, none of which is empty. A place is the blob's id times 2^31, the maximum size of
-- a blob, plus the offset, so that the pieces of a blob are adjacent and in order without an index.
CREATE TABLE blob_chunk (
  place INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;

-- The blobs that a change of the batch under way refers to, as concatenated digests; NULL for none.
ALTER TABLE sync_batch_change ADD COLUMN blobs BLOB;
