-- Opens the next segment of the log when the newest is older than p_age_ms. Returns its number, null when none was due.
-- The partition is made apart and attached: attaching does not stop sends, CREATE ... PARTITION OF would.
-- With the rights of its owner: no role of a process may create or drop tables (lib/store/roles.ts).
CREATE OR REPLACE FUNCTION segment_open(p_now timestamptz, p_age_ms bigint) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_last record;
  v_seg int;
BEGIN
  -- One process at a time; the others find nothing due afterwards.
  SELECT s.seg, s.opened_at INTO v_last FROM segment s ORDER BY s.seg DESC LIMIT 1 FOR UPDATE;
  IF v_last.opened_at + p_age_ms * interval '1 ms' > v_now THEN RETURN NULL; END IF;
  v_seg := v_last.seg + 1;
  IF EXISTS (SELECT 1 FROM segment s WHERE s.seg = v_seg) THEN RETURN NULL; END IF;
  EXECUTE format('CREATE TABLE message_s%s (LIKE message INCLUDING ALL, CHECK (seg = %s))', v_seg, v_seg);
  EXECUTE format('ALTER TABLE message ATTACH PARTITION message_s%s FOR VALUES IN (%s)', v_seg, v_seg);
  -- Before the segment is known: its first message finds room for its keys.
  EXECUTE format('CREATE TABLE message_key_s%s (LIKE message_key INCLUDING ALL, CHECK (seg = %s))', v_seg, v_seg);
  EXECUTE format('ALTER TABLE message_key ATTACH PARTITION message_key_s%s FOR VALUES IN (%s)', v_seg, v_seg);
  INSERT INTO segment (seg, opened_at) VALUES (v_seg, v_now);
  UPDATE segment SET closed_at = v_now WHERE seg = v_last.seg;
  RETURN v_seg;
END $$;
