-- Version 1 of the server's file: vaults, their epochs, their items, and the receipts of the last batches.
--
-- The program runs this in one transaction and sets application_id and user_version itself. Every statement names its
-- vault, so that no mistake in a condition affects another one.

CREATE TABLE vault (
  number INTEGER PRIMARY KEY,                   -- identifies the vault in the other tables
  name TEXT NOT NULL UNIQUE,
  head INTEGER,                                 -- the revision of the last change; NULL until the vault's first epoch
  horizon INTEGER NOT NULL DEFAULT 0            -- the revision up to which tombstones may have been removed
) STRICT;

-- The epochs of a vault, oldest first; the last is the current one.
CREATE TABLE epoch (
  vault INTEGER NOT NULL REFERENCES vault (number),
  place INTEGER NOT NULL,
  bits BLOB NOT NULL CHECK (length(bits) = 16),
  head INTEGER NOT NULL,                        -- the vault's head when it began
  PRIMARY KEY (vault, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE item (
  rowid INTEGER PRIMARY KEY,                    -- never leaves the store
  vault INTEGER NOT NULL REFERENCES vault (number),
  id BLOB NOT NULL CHECK (length(id) = 16),
  revision INTEGER NOT NULL,
  payload BLOB                                  -- the note, opaque to the server; NULL for a tombstone
) STRICT;

CREATE UNIQUE INDEX item_id ON item (vault, id);

-- The feed of changes: each item once, at its last revision.
CREATE UNIQUE INDEX item_revision ON item (vault, revision);

CREATE INDEX item_tombstone ON item (vault, revision) WHERE payload IS NULL;

-- The receipt of each device's last batch.
CREATE TABLE receipt (
  vault INTEGER NOT NULL REFERENCES vault (number),
  device BLOB NOT NULL CHECK (length(device) = 16),
  number INTEGER NOT NULL,
  head INTEGER NOT NULL,                        -- the vault's head after the batch
  digest BLOB NOT NULL,
  results BLOB NOT NULL,                        -- see ReceiptResults
  PRIMARY KEY (vault, device)
) STRICT, WITHOUT ROWID;
