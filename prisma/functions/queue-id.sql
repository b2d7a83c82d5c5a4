-- The id of a new queue of a topic of this type. Those of PRIORITY topics are a range of their own: the index
-- retry_due_priority has their retries, and no others.
-- Never null: all.
CREATE OR REPLACE FUNCTION queue_id_next(p_message_type text) RETURNS int
LANGUAGE sql AS $$
  SELECT CASE WHEN p_message_type = 'PRIORITY' THEN nextval('priority_queue_id_seq')
    ELSE nextval('queue_queue_id_seq') END::int;
$$;
