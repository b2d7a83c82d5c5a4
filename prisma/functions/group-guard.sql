-- Refuses a policy decision made with an older version of the group: the caller reloads the group and decides again.
CREATE OR REPLACE FUNCTION group_guard(p_group int, p_version int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_version int;
  v_max_retries int;
BEGIN
  SELECT g.version, g.max_retries INTO v_version, v_max_retries FROM consumer_group g
    WHERE g.group_id = p_group FOR KEY SHARE;
  IF v_version IS DISTINCT FROM p_version THEN
    RAISE EXCEPTION 'group % is at version %, not %', p_group, v_version, p_version USING ERRCODE = 'RD001';
  END IF;
  RETURN v_max_retries;
END $$;

-- What ends an overrun; null in any other phase of a failure.
CREATE OR REPLACE FUNCTION consumption_timeout(p_group int, p_phase text) RETURNS interval
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_phase <> 'overrun' THEN RETURN NULL; END IF;
  RETURN (SELECT g.consumption_timeout_ms * interval '1 ms' FROM consumer_group g WHERE g.group_id = p_group);
END $$;

-- Keeps a group as it is until the transaction ends, and of an ordered one the named queues. Null: it is gone.
CREATE OR REPLACE FUNCTION group_hold(p_group int, p_queue int[], OUT version int, OUT ordered boolean)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT g.version, g.delivery_order = 'ordered' INTO version, ordered FROM consumer_group g
    WHERE g.group_id = p_group FOR KEY SHARE;
  IF ordered THEN PERFORM fifo_lock(array_fill(p_group, ARRAY[cardinality(p_queue)]), p_queue); END IF;
END $$;
