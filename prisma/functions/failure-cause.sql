-- Both are called by nodes of release 0.2.0 alone: a fingerprint is stored with the report and the dead letter now.

-- The part of a reported text that many failures of one cause share: its first line without ids, numbers and quoted
-- values.
CREATE OR REPLACE FUNCTION cause_text(p_message text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(regexp_replace(
           left(split_part(p_message, E'\n', 1), 200),
           '"[^"]*"|''[^'']*''|\m[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\M', '{s}', 'g'),
           '[0-9]+([.,:][0-9]+)*', '{n}', 'g'));
$$;

-- Names a cause in addresses and filters. Without a report the broker knows only how the last delivery ended.
-- Never null: all.
CREATE OR REPLACE FUNCTION cause_key(p_error_type text, p_cause_text text, p_cause text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_error_type IS NULL THEN 'unreported:' || p_cause
    ELSE left(md5(p_error_type || chr(31) || p_cause_text), 16) END;
$$;
