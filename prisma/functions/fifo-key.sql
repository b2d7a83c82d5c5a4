-- The key that an ordered group blocks on. A message without a message group is a key of its own
-- (chr(1) cannot occur in a real message group), so it waits for no other message.
CREATE OR REPLACE FUNCTION fifo_key(p_mgroup text, p_off bigint) RETURNS text
LANGUAGE sql IMMUTABLE AS $$ SELECT coalesce(p_mgroup, chr(1) || p_off::text) $$;
