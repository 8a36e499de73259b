-- Version 3 of the server's file: blobs, the bytes of attachments, and which items refer to them.

-- The size of a vault in bytes, maintained by triggers: the limit is checked with each batch.
ALTER TABLE vault ADD COLUMN payload_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE vault ADD COLUMN blob_bytes INTEGER NOT NULL DEFAULT 0;

UPDATE vault SET payload_bytes = (SELECT coalesce(sum(length(payload)), 0) FROM item WHERE item.vault = vault.number);

CREATE TRIGGER item_added AFTER INSERT ON item WHEN new.payload IS NOT NULL BEGIN
  UPDATE vault SET payload_bytes = payload_bytes + length(new.payload) WHERE number = new.vault;
END;

CREATE TRIGGER item_changed AFTER UPDATE OF payload ON item
WHEN length(new.payload) IS NOT length(old.payload) BEGIN
  UPDATE vault
  SET payload_bytes = payload_bytes + coalesce(length(new.payload), 0) - coalesce(length(old.payload), 0)
  WHERE number = new.vault;
END;

CREATE TRIGGER item_removed AFTER DELETE ON item WHEN old.payload IS NOT NULL BEGIN
  UPDATE vault SET payload_bytes = payload_bytes - length(old.payload) WHERE number = old.vault;
END;

-- A blob is complete, and matches its digest, when received equals size.
CREATE TABLE blob (
  id INTEGER PRIMARY KEY AUTOINCREMENT,         -- of one upload; never used again
  vault INTEGER NOT NULL REFERENCES vault (number),
  digest BLOB NOT NULL CHECK (length(digest) = 32), -- the SHA-256 of the bytes
  size INTEGER NOT NULL CHECK (size >= 0),
  received INTEGER NOT NULL CHECK (received BETWEEN 0 AND size),
  touched INTEGER NOT NULL                      -- the time of its last piece or use, in milliseconds since 1970
) STRICT;

CREATE UNIQUE INDEX blob_digest ON blob (vault, digest);

CREATE TRIGGER blob_added AFTER INSERT ON blob BEGIN
  UPDATE vault SET blob_bytes = blob_bytes + new.size WHERE number = new.vault;
END;

CREATE TRIGGER blob_removed AFTER DELETE ON blob BEGIN
  UPDATE vault SET blob_bytes = blob_bytes - old.size WHERE number = old.vault;
END;

-- The bytes of blobs, in the received pieces, none of which is empty.
CREATE TABLE blob_chunk (
  vault INTEGER NOT NULL REFERENCES vault (number),
  blob INTEGER NOT NULL,                        -- a blob's id
  position INTEGER NOT NULL,                    -- the offset of the first byte
  bytes BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX blob_chunk_position ON blob_chunk (vault, blob, position);

-- The blobs that the current version of each item refers to. They may be missing: a restored vault may refer to blobs that
-- were removed since.
CREATE TABLE item_blob (
  vault INTEGER NOT NULL REFERENCES vault (number),
  item BLOB NOT NULL CHECK (length(item) = 16),
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  PRIMARY KEY (vault, item, digest)
) STRICT, WITHOUT ROWID;

CREATE INDEX item_blob_digest ON item_blob (vault, digest);
