-- Version 4: each transaction that writes has a share of the lock that a move to another store takes, and a copy of the
-- database in its cluster is noticed. Programs of the versions before can use these tables; their transactions have no share.

ALTER TABLE store ADD COLUMN database_identifier oid;

-- Databases of one cluster have numbers of their own, also those made from another one as a template.
CREATE OR REPLACE VIEW present_cluster AS
  SELECT system_identifier,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::bigint AS timeline,
    'store'::regclass::oid AS table_identifier,
    (SELECT oid FROM pg_database WHERE datname = current_database()) AS database_identifier
  FROM pg_control_system();

UPDATE store SET database_identifier = (SELECT database_identifier FROM present_cluster);

CREATE OR REPLACE FUNCTION check_store(program bigint) RETURNS void STABLE LANGUAGE plpgsql AS $$
DECLARE
  accepted record;
BEGIN
  SELECT * INTO accepted FROM store;
  IF accepted.compatible_version > program THEN
    RAISE EXCEPTION '%', accepted.version USING ERRCODE = 'NT002';
  END IF;
  -- The log of a standby has no present position, and its timeline may be the next one already.
  IF NOT pg_is_in_recovery() AND NOT EXISTS (
    SELECT FROM present_cluster AS present
    WHERE present.system_identifier = accepted.system_identifier AND present.timeline = accepted.timeline
      AND present.table_identifier = accepted.table_identifier
      AND present.database_identifier = accepted.database_identifier
  ) THEN
    RAISE EXCEPTION 'restored' USING ERRCODE = 'NT001';
  END IF;
END
$$;

-- Checks the store for a transaction that writes, and takes its share of a lock until the end of the transaction. Fails with
-- the state NT003 while a command has the lock alone.
CREATE FUNCTION enter_store(program bigint, lock_class int, lock_object int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_store(program);
  IF NOT pg_try_advisory_xact_lock_shared(lock_class, lock_object) THEN
    RAISE EXCEPTION 'locked' USING ERRCODE = 'NT003';
  END IF;
END
$$;
