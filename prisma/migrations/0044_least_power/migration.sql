-- When the person of a session last proved who they are: sensitive changes need that to be a few minutes ago.
ALTER TABLE operator_session ADD COLUMN confirmed_at timestamptz NOT NULL DEFAULT clock_timestamp();
UPDATE operator_session SET confirmed_at = created_at;

ALTER TABLE api_token
  -- Null: it does not expire.
  ADD COLUMN expires_at timestamptz,
  -- After a rotation the secret of before works until then.
  ADD COLUMN old_hash bytea UNIQUE CHECK (octet_length(old_hash) = 32),
  ADD COLUMN old_until timestamptz,
  ADD CHECK ((old_hash IS NULL) = (old_until IS NULL)),
  DROP CONSTRAINT api_token_rights_check,
  ADD CHECK (rights IN ('viewer', 'operator', 'admin', 'failures', 'metrics', 'groups', 'dead-letters'));

-- One link for each row of the audit log, in the order of their commits. The hash of a link is that of the link before and
-- the whole row: a row that is changed, removed or put between does not fit any more.
CREATE TABLE audit_chain (
  position  bigint PRIMARY KEY,
  audit_id  bigint NOT NULL UNIQUE,
  previous  bytea NOT NULL,
  hash      bytea NOT NULL CHECK (octet_length(hash) = 32),
  linked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- How far the chain fitted when it was last checked from its first link.
CREATE TABLE audit_check (
  single          boolean PRIMARY KEY DEFAULT true CHECK (single),
  -- The last link that fits.
  position        bigint NOT NULL,
  hash            bytea NOT NULL,
  checked_at      timestamptz NOT NULL,
  -- The first row that does not fit; null: all do.
  broken_audit_id bigint,
  broken_why      text,
  CHECK ((broken_audit_id IS NULL) = (broken_why IS NULL))
);

-- What of a row is hashed. A column that is added later is not: it needs a chain of its own version.
CREATE FUNCTION audit_text(a audit) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(a.audit_id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.actor_kind,
    a.actor, a.address, a.action, a.target, a.reason, a.before, a.after, a.counts, a.workspace)::text
$$;

-- Runs when the transaction commits: the lock is its last, so it waits for nobody while it holds it, and only changes that
-- write an audit row wait for each other, for the time of one commit. Its owner may write links, and no other role.
CREATE FUNCTION audit_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  v_last record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('redrive audit chain', 0));
  SELECT c.position, c.hash INTO STRICT v_last FROM audit_chain c ORDER BY c.position DESC LIMIT 1;
  INSERT INTO audit_chain (position, audit_id, previous, hash)
  VALUES (v_last.position + 1, NEW.audit_id, v_last.hash,
    sha256(v_last.hash || convert_to(audit_text(NEW), 'UTF8')));
  RETURN NULL;
END $$;

LOCK TABLE audit IN SHARE ROW EXCLUSIVE MODE;
-- The start is random, so that no two chains have the same links.
INSERT INTO audit_chain (position, audit_id, previous, hash)
VALUES (0, 0, '', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
DO $$
DECLARE
  v_row audit;
  v_position bigint := 0;
  v_previous bytea := (SELECT c.hash FROM audit_chain c);
  v_hash bytea;
BEGIN
  -- Rows of before: what happened to them until now is not known.
  FOR v_row IN SELECT * FROM audit a ORDER BY a.audit_id LOOP
    v_position := v_position + 1;
    v_hash := sha256(v_previous || convert_to(audit_text(v_row), 'UTF8'));
    INSERT INTO audit_chain (position, audit_id, previous, hash)
    VALUES (v_position, v_row.audit_id, v_previous, v_hash);
    v_previous := v_hash;
  END LOOP;
  -- With the rights of its owner it must find these tables and no others.
  EXECUTE format('ALTER FUNCTION audit_link() SET search_path = %I, pg_temp', current_schema());
END $$;

CREATE CONSTRAINT TRIGGER audit_link AFTER INSERT ON audit DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION audit_link();
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE ON audit_chain
  FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();
CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
