-- Version 1 of a server's database: vaults with their items, receipts and blobs; accounts with their devices; the log.
--
-- The program runs this in one transaction, under an advisory lock. Tables of one vault's contents have no foreign key: it
-- would cost a check for each row, and every transaction that changes them has locked the vault's row. Every statement names
-- its vault, so that no mistake in a condition affects another one.

CREATE TABLE store (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL,                      -- of these tables
  compatible_version bigint NOT NULL,           -- programs of this version or later can use them
  system_identifier bigint NOT NULL,            -- of the cluster that has the data; see ClusterIdentity
  timeline bigint NOT NULL
);

-- The row of a vault is locked by each transaction that writes to the vault, and changed by nearly all of them. With space
-- left in each page, they need not touch its index.
CREATE TABLE vault (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- identifies the vault in the other tables
  name text COLLATE "C" NOT NULL UNIQUE,
  head bigint,                                  -- the revision of the last change; NULL until the vault's first epoch
  horizon bigint NOT NULL DEFAULT 0,            -- the revision up to which tombstones may have been removed
  epochs uuid[] NOT NULL DEFAULT '{}',          -- oldest first; the last is the current one
  epoch_heads bigint[] NOT NULL DEFAULT '{}',   -- the vault's head when each of them began
  notes bigint NOT NULL DEFAULT 0,
  tombstones bigint NOT NULL DEFAULT 0,
  receipts bigint NOT NULL DEFAULT 0,
  payload_bytes bigint NOT NULL DEFAULT 0,
  blobs bigint NOT NULL DEFAULT 0,
  blob_bytes bigint NOT NULL DEFAULT 0,
  blob_references bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE item (
  vault bigint NOT NULL,
  id uuid NOT NULL,
  revision bigint NOT NULL,
  payload bytea,                                -- the note, opaque to the server; NULL for a tombstone
  PRIMARY KEY (vault, id)
);

-- The feed of changes: each item once, at its last revision.
CREATE UNIQUE INDEX item_revision ON item (vault, revision);

CREATE INDEX item_tombstone ON item (vault, revision) WHERE payload IS NULL;

-- The receipt of each device's last batch.
CREATE TABLE receipt (
  vault bigint NOT NULL,
  device uuid NOT NULL,
  number bigint NOT NULL,
  head bigint NOT NULL,                         -- the vault's head after the batch
  digest bytea NOT NULL,
  results bytea NOT NULL,                       -- see ReceiptResults
  PRIMARY KEY (vault, device)
) WITH (fillfactor = 50);

-- A blob is complete, and matches its digest, when received equals size.
CREATE TABLE blob (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- of one upload; never used again
  vault bigint NOT NULL,
  digest bytea NOT NULL CHECK (length(digest) = 32), -- the SHA-256 of the bytes
  size bigint NOT NULL CHECK (size >= 0),
  received bigint NOT NULL CHECK (received BETWEEN 0 AND size),
  touched bigint NOT NULL,                      -- the time of its last piece or use, in milliseconds since 1970
  UNIQUE (vault, digest)
);

-- The bytes of blobs, in the received pieces, none of which is empty.
CREATE TABLE blob_chunk (
  vault bigint NOT NULL,
  blob bigint NOT NULL,                         -- a blob's id
  position bigint NOT NULL,                     -- the offset of the first byte
  bytes bytea NOT NULL,
  PRIMARY KEY (vault, blob, position)
);

-- Pictures and the like do not get smaller.
ALTER TABLE blob_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The blobs that the current version of each item refers to. They may be missing: a restored vault may refer to blobs that
-- were removed since.
CREATE TABLE item_blob (
  vault bigint NOT NULL,
  item uuid NOT NULL,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  PRIMARY KEY (vault, item, digest)
);

CREATE INDEX item_blob_digest ON item_blob (vault, digest);

-- No secret is stored: of a password only a slow hash, of a device's token only its digest.
CREATE TABLE account (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- identifies the account in the other table
  name text COLLATE "C" NOT NULL UNIQUE,
  vault bigint NOT NULL UNIQUE REFERENCES vault (number),
  hash text NOT NULL,                           -- of the password, in the PHC string format
  created bigint NOT NULL                       -- in milliseconds since 1970, like all times here
);

CREATE TABLE device (
  id bigint PRIMARY KEY,                        -- 64 random bits, no secret
  account bigint NOT NULL REFERENCES account (number),
  digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32), -- the SHA-256 of its token
  label text NOT NULL,
  signed_in bigint NOT NULL,
  last_seen bigint NOT NULL                     -- to the day
);

CREATE INDEX device_account ON device (account, signed_in);

-- A bounded log of events that concern the security of accounts, without secrets, and without names that no account has:
-- people type passwords into the wrong field.
CREATE TABLE audit (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time bigint NOT NULL,                         -- of the last one that is counted
  event text NOT NULL,
  account text COLLATE "C" NOT NULL,            -- its name, since the entry outlives it; empty for none
  peer text NOT NULL,                           -- the address, or the network; empty for none
  device text NOT NULL,                         -- its label; empty for none
  occurrences bigint NOT NULL,
  period bigint                                 -- the quarter of an hour of refused attempts; NULL for other events
);

-- Refused attempts are counted in one row for each of these.
CREATE UNIQUE INDEX audit_refusals ON audit (period, event, account, peer, device) WHERE period IS NOT NULL;
