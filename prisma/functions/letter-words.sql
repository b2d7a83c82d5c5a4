-- The words of a text for the search: runs of letters and digits, in lower case, the first 60 characters of each.
-- By the letters of the database: the columns of names are compared by bytes, and would leave out ä.
-- Never null: all.
CREATE OR REPLACE FUNCTION words_of(p_text text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT left(w, 60)
                 FROM regexp_split_to_table(lower(coalesce(p_text, '') COLLATE "default"), '[^[:alnum:]]+') w
                WHERE w <> '');
$$;

-- The first bytes of a body as text; null: it is not text, or it is compressed. A character that is cut is left out.
CREATE OR REPLACE FUNCTION body_text(p_encoding text, p_body bytea, p_bytes int) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_start bytea := substring(p_body FROM 1 FOR p_bytes);
  v_cut int;
BEGIN
  IF p_encoding <> 'IDENTITY' THEN RETURN NULL; END IF;
  FOR v_cut IN 0..3 LOOP
    EXIT WHEN v_cut > 0 AND octet_length(p_body) <= p_bytes;
    BEGIN
      RETURN convert_from(substring(v_start FROM 1 FOR octet_length(v_start) - v_cut), 'UTF8');
    EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
      NULL;
    END;
  END LOOP;
  RETURN NULL;
END $$;

-- The body of a dead letter as applications see it; null: it is packed, and cannot be unpacked or is not yet.
CREATE OR REPLACE FUNCTION plain_body(p_letter bigint, p_encoding text, p_body bytea) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_encoding = 'IDENTITY' THEN p_body
    ELSE (SELECT u.body FROM letter_unpacked u WHERE u.dead_letter_id = p_letter) END;
$$;

-- What a search looks for: every word of the text, each the beginning of a word. Null: the text has no words.
CREATE OR REPLACE FUNCTION words_query(p_text text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(quote_literal(w) || ':*', ' & ')::tsquery FROM unnest(words_of(p_text)) w;
$$;

-- Whether a body is JSON that matches the path: a predicate must hold, of any other path there must be an item.
-- Dear, so that the planner tries everything else first.
-- Never null: all.
CREATE OR REPLACE FUNCTION body_matches(p_encoding text, p_body bytea, p_path jsonpath,
  p_predicate boolean) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
DECLARE
  v_json jsonb;
BEGIN
  IF p_encoding <> 'IDENTITY' THEN RETURN false; END IF;
  BEGIN
    v_json := convert_from(p_body, 'UTF8')::jsonb;
  EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
    RETURN false;
  END;
  RETURN coalesce(CASE WHEN p_predicate THEN v_json @@ p_path ELSE v_json @? p_path END, false);
END $$;

-- Reads the words of the next p_limit dead letters that are due and unpacked. Safe to run by any number of processes.
-- Returns how many were due.
-- Never null: all.
CREATE OR REPLACE FUNCTION letter_index(p_limit int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  WITH due AS (
    DELETE FROM letter_text_due t WHERE t.dead_letter_id IN (
      SELECT n.dead_letter_id FROM letter_text_due n
       WHERE NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.dead_letter_id = n.dead_letter_id
               AND d.body_encoding <> 'IDENTITY')
          OR EXISTS (SELECT 1 FROM letter_unpacked u WHERE u.dead_letter_id = n.dead_letter_id)
       ORDER BY n.dead_letter_id LIMIT p_limit FOR UPDATE OF n SKIP LOCKED)
    RETURNING t.dead_letter_id)
  SELECT array_agg(d.dead_letter_id) INTO v_ids FROM due d;
  -- A statement of its own: it sees the report that made one due again.
  INSERT INTO letter_text (dead_letter_id, words)
  SELECT d.dead_letter_id, array_to_tsvector(words_of(concat_ws(' ', e.error_type, e.message, d.msg_id,
           right(d.msg_id, 10), array_to_string(d.keys, ' '), d.mgroup, d.tag,
           body_text('IDENTITY', plain_body(d.dead_letter_id, d.body_encoding, d.body), 4096))))
    FROM unnest(v_ids) n (id)
    CROSS JOIN LATERAL (SELECT * FROM dead_letter a WHERE a.dead_letter_id = n.id LIMIT 1) d
    LEFT JOIN LATERAL deciding_report(d.group_id, d.queue_id, d.off, d.generation, d.attempts) e ON true
  ON CONFLICT (dead_letter_id) DO UPDATE SET words = excluded.words;
  RETURN coalesce(cardinality(v_ids), 0);
END $$;
