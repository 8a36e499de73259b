-- Version 2 of the server's file: accounts, each with one vault, and their signed-in devices.
--
-- No secret is stored: of a password only a slow hash, of a device's token only its digest.

CREATE TABLE account (
  number INTEGER PRIMARY KEY,                   -- identifies the account in the other table
  name TEXT NOT NULL UNIQUE,
  vault INTEGER NOT NULL UNIQUE REFERENCES vault (number),
  hash TEXT NOT NULL,                           -- of the password, in the PHC string format
  created INTEGER NOT NULL                      -- in milliseconds since 1970, like all times here
) STRICT;

CREATE TABLE device (
  id INTEGER PRIMARY KEY,                       -- 64 random bits, no secret
  account INTEGER NOT NULL REFERENCES account (number),
  digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32), -- the SHA-256 of its token
  label TEXT NOT NULL,
  signed_in INTEGER NOT NULL,
  last_seen INTEGER NOT NULL                    -- to the day
) STRICT;

CREATE INDEX device_account ON device (account, signed_in);
