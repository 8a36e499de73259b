-- Version 17: what was known of a vault in one epoch is told from what is known in another; see EncryptionStore.

-- The plain text in the vault that is the owner's, on the device that encrypts it; NULL elsewhere: the revision up to which this
-- device had received everything when it made the keyring, and the revision of the keyring.
ALTER TABLE keyring ADD COLUMN plain_text_received INTEGER;
ALTER TABLE keyring ADD COLUMN plain_text_end INTEGER;

-- The revisions at which notes were deleted, in each epoch: what another program saves late, for an earlier one, replaces none.
CREATE TABLE deletion_of_epoch (
  vault TEXT NOT NULL,
  epoch BLOB NOT NULL,
  note BLOB NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (vault, epoch, note)
) STRICT, WITHOUT ROWID;

INSERT INTO deletion_of_epoch (vault, epoch, note, revision) SELECT vault, epoch, note, revision FROM sealed_deletion;

DROP TABLE sealed_deletion;

ALTER TABLE deletion_of_epoch RENAME TO sealed_deletion;
