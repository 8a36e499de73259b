-- Version 3 of the server's file: blobs, the bytes of attachments, and which items refer to them.

-- How many bytes a vault has, kept by triggers: a limit is looked at with each batch.
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

-- All of a blob is there, and is what its name says, when received is the size.
CREATE TABLE blob (
  id INTEGER PRIMARY KEY AUTOINCREMENT,         -- one upload of it; no other gets the same number
  vault INTEGER NOT NULL REFERENCES vault (number),
  digest BLOB NOT NULL CHECK (length(digest) = 32), -- the SHA-256 of the bytes
  size INTEGER NOT NULL CHECK (size >= 0),
  received INTEGER NOT NULL CHECK (received BETWEEN 0 AND size),
  touched INTEGER NOT NULL                      -- when somebody last had to do with it, in milliseconds since 1970
) STRICT;

CREATE UNIQUE INDEX blob_digest ON blob (vault, digest);

CREATE TRIGGER blob_added AFTER INSERT ON blob BEGIN
  UPDATE vault SET blob_bytes = blob_bytes + new.size WHERE number = new.vault;
END;

CREATE TRIGGER blob_removed AFTER DELETE ON blob BEGIN
  UPDATE vault SET blob_bytes = blob_bytes - old.size WHERE number = old.vault;
END;

-- The bytes, in the pieces in which they came, of which none is empty.
CREATE TABLE blob_chunk (
  vault INTEGER NOT NULL REFERENCES vault (number),
  blob INTEGER NOT NULL,                        -- a blob's id
  position INTEGER NOT NULL,                    -- how many bytes come before these
  bytes BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX blob_chunk_position ON blob_chunk (vault, blob, position);

-- The blobs that the present version of each item refers to. They need not be there: a vault that was put back may know of
-- some that are gone.
CREATE TABLE item_blob (
  vault INTEGER NOT NULL REFERENCES vault (number),
  item BLOB NOT NULL CHECK (length(item) = 16),
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  PRIMARY KEY (vault, item, digest)
) STRICT, WITHOUT ROWID;

CREATE INDEX item_blob_digest ON item_blob (vault, digest);
