-- Version 5: the program counts all that a vault keeps; see VaultRow. Its limits are checked with each batch.

DROP TRIGGER blob_added;
DROP TRIGGER blob_removed;

ALTER TABLE vault ADD COLUMN notes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE vault ADD COLUMN tombstones INTEGER NOT NULL DEFAULT 0;
ALTER TABLE vault ADD COLUMN receipts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE vault ADD COLUMN blobs INTEGER NOT NULL DEFAULT 0;
ALTER TABLE vault ADD COLUMN blob_references INTEGER NOT NULL DEFAULT 0;

UPDATE vault SET
  tombstones = (SELECT count(*) FROM item WHERE item.vault = vault.number AND payload IS NULL),
  receipts = (SELECT count(*) FROM receipt WHERE receipt.vault = vault.number),
  blobs = (SELECT count(*) FROM blob WHERE blob.vault = vault.number),
  blob_references = (SELECT count(*) FROM item_blob WHERE item_blob.vault = vault.number);
UPDATE vault SET notes = (SELECT count(*) FROM item WHERE item.vault = vault.number) - tombstones;
