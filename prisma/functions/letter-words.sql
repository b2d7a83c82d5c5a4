-- Characters of scripts that put no space between words, and of Korean, which adds endings to them: Thai, Lao,
-- Tibetan, Burmese, Khmer, kana, Han, Hangul; with their vowel signs, which are no letters to PostgreSQL.
-- Never null: all.
CREATE OR REPLACE FUNCTION unspaced_scripts() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '\u0E01-\u0E3A\u0E40-\u0E4E\u0E81-\u0ECD\u0F40-\u0FBC\u1000-\u1049\u1050-\u109F\u1100-\u11FF\u1780-\u17D3'
    || '\u2E80-\u2FDF\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3041-\u3096\u3099-\u309F\u30A1-\u30FA\u30FC-\u31BF'
    || '\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\U00020000-\U0003FFFF';
$$;

-- Runs of letters and digits in lower case, where those of unspaced scripts are runs of their own. Full-width,
-- half-width and combined forms are written one way (NFKC).
-- By the letters of the database: the columns of names are compared by bytes, and would leave out ä.
-- Never null: all.
CREATE OR REPLACE FUNCTION search_runs(p_text text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT r
    FROM regexp_split_to_table(
      regexp_replace(lower(normalize(coalesce(p_text, ''), NFKC) COLLATE "default"),
        '([' || unspaced_scripts() || ']+)', ' \1 ', 'g'),
      '[^[:alnum:]' || unspaced_scripts() || ']+') r
   WHERE r <> '';
$$;

-- The words of a text for the search: the first 60 characters of each. In an unspaced run a word may begin anywhere:
-- each four characters that follow one another are a word, and what is left at its end.
-- Never null: all.
CREATE OR REPLACE FUNCTION words_of(p_text text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT left(r, 60) FROM search_runs(p_text) r WHERE r !~ ('^[' || unspaced_scripts() || ']')
    UNION
    SELECT g.chars FROM search_runs(p_text) r
     CROSS JOIN LATERAL (
       SELECT concat(c, lead(c) OVER w, lead(c, 2) OVER w, lead(c, 3) OVER w)
         FROM string_to_table(r, NULL) WITH ORDINALITY t (c, at) WINDOW w AS (ORDER BY at)) g (chars)
     WHERE r ~ ('^[' || unspaced_scripts() || ']'));
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

-- The body of a dead letter as it reads, decoded where its topic has a decoder; null: it is packed, and cannot be
-- unpacked or is not yet.
CREATE OR REPLACE FUNCTION plain_body(p_letter bigint, p_encoding text, p_body bytea) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_encoding <> 'IDENTITY' OR EXISTS (SELECT 1 FROM topic_decoder)
    THEN coalesce((SELECT u.body FROM letter_unpacked u WHERE u.dead_letter_id = p_letter),
      CASE WHEN p_encoding = 'IDENTITY' THEN p_body END)
    ELSE p_body END;
$$;

-- The topic whose decoder reads a message: the one that it was sent to, by its name before it was deleted. The first
-- 100 characters, which a deletion keeps.
-- Never null: all.
CREATE OR REPLACE FUNCTION decoder_name(p_topic text, p_props jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(regexp_replace(CASE WHEN p_props ? 'DLQ_ORIGIN_MESSAGE_ID'
    THEN coalesce(p_props ->> 'DLQ_ORIGIN_TOPIC', p_topic) ELSE p_topic END, ' \(deleted \d+\)$', ''), 100);
$$;

-- A text that begins like JSON, with the characters that its escapes stand for: many producers write \u8ba2\u5355.
CREATE OR REPLACE FUNCTION json_read(p_text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_text ~ '^\s*[[{"]' AND position('\' IN p_text) > 0
    THEN unistr(regexp_replace(regexp_replace(p_text, '\\([\\"/bfnrt])', ' ', 'g'),
           '\\(?!u(?!0000|[dD][89a-fA-F])[0-9a-fA-F]{4})', ' ', 'g'))
    ELSE p_text END;
$$;

-- What a search looks for: every word of the text, each the beginning of a word; of an unspaced run any part of one.
-- A run of more than four characters is looked for by each four of it.
-- Null: the text has no words.
CREATE OR REPLACE FUNCTION words_query(p_text text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(quote_literal(w) || ':*', ' & ')::tsquery
    FROM (SELECT left(r, 60) AS w FROM search_runs(p_text) r WHERE r !~ ('^[' || unspaced_scripts() || ']')
          UNION
          SELECT substr(r, at, 4) FROM search_runs(p_text) r
           CROSS JOIN LATERAL generate_series(1, greatest(length(r) - 3, 1)) at
           WHERE r ~ ('^[' || unspaced_scripts() || ']')) n;
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
               AND (d.body_encoding <> 'IDENTITY' OR EXISTS (SELECT 1 FROM topic t
                 JOIN topic_decoder c ON left(c.topic, 100) = decoder_name(t.name, d.props)
                WHERE t.topic_id = d.topic_id)))
          OR EXISTS (SELECT 1 FROM letter_unpacked u WHERE u.dead_letter_id = n.dead_letter_id)
       ORDER BY n.dead_letter_id LIMIT p_limit FOR UPDATE OF n SKIP LOCKED)
    RETURNING t.dead_letter_id)
  SELECT array_agg(d.dead_letter_id) INTO v_ids FROM due d;
  -- A statement of its own: it sees the report that made one due again.
  INSERT INTO letter_text (dead_letter_id, words)
  SELECT d.dead_letter_id, array_to_tsvector(words_of(concat_ws(' ', e.error_type, e.message, d.msg_id,
           right(d.msg_id, 10), array_to_string(d.keys, ' '), d.mgroup, d.tag,
           json_read(body_text('IDENTITY', plain_body(d.dead_letter_id, d.body_encoding, d.body), 4096)))))
    FROM unnest(v_ids) n (id)
    CROSS JOIN LATERAL (SELECT * FROM dead_letter a WHERE a.dead_letter_id = n.id LIMIT 1) d
    LEFT JOIN LATERAL deciding_report(d.group_id, d.queue_id, d.off, d.generation, d.attempts) e ON true
  ON CONFLICT (dead_letter_id) DO UPDATE SET words = excluded.words;
  RETURN coalesce(cardinality(v_ids), 0);
END $$;
