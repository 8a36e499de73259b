-- Version 3: attachments, and their bytes.
--
-- Which files belong to a note stands in its row, as the tags do: a JSON array of arrays, each with the name, the SHA-256 of
-- the bytes in hexadecimal, and their number, all three as strings. The bytes come later or never: a note is here before its
-- blobs are. Each table and each index takes a page of 32 KB from the start, so there are few of them.

ALTER TABLE note ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';

-- Which notes refer to which blob.
CREATE TABLE note_attachment (
  digest TEXT NOT NULL,
  note INTEGER NOT NULL,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (digest, note, name)
) STRICT, WITHOUT ROWID;

-- A note without attachments costs nothing here.
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

-- The blobs of which something is here. All of it is here, and is what its name says, when received is the size.
CREATE TABLE blob (
  digest TEXT PRIMARY KEY,
  id INTEGER NOT NULL,                          -- 30 random bits, so that what takes a blob's place is not taken for it
  size INTEGER NOT NULL,
  received INTEGER NOT NULL,
  touched INTEGER NOT NULL                      -- when somebody last brought some of it, or needed it
) STRICT, WITHOUT ROWID;

-- The bytes, in the pieces in which they came, of which none is empty. A place is the blob's id times 2^31, the most bytes of
-- a blob, plus the offset: so the pieces of a blob lie together and in order, without an index.
CREATE TABLE blob_chunk (
  place INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;

-- The blobs that a change of the batch under way refers to: their digests, one behind the other; NULL for none.
ALTER TABLE sync_batch_change ADD COLUMN blobs BLOB;
