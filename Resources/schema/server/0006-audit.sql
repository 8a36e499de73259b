-- Version 6 of the server's file: a bounded log of events that concern the security of accounts.
--
-- No secret is stored, and no name that no account has: people type passwords into the wrong field.

CREATE TABLE audit (
  number INTEGER PRIMARY KEY,                   -- ascending
  time INTEGER NOT NULL,                        -- of the last one that is counted
  event TEXT NOT NULL,
  account TEXT NOT NULL,                        -- its name, since the entry outlives it; empty for none
  peer TEXT NOT NULL,                           -- the address, or the network; empty for none
  device TEXT NOT NULL,                         -- its label; empty for none
  occurrences INTEGER NOT NULL,
  period INTEGER                                -- the quarter of an hour of refused attempts; NULL for other events
) STRICT;

-- Refused attempts are counted in one row for each of these.
CREATE UNIQUE INDEX audit_refusals ON audit (period, event, account, peer, device) WHERE period IS NOT NULL;
