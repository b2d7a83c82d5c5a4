-- Given-up transactions are found by their keys, as waiting ones are, and the ones that can still be committed are counted.
CREATE INDEX half_message_given_up_keys ON half_message USING gin (short_keys(keys))
  WHERE state = 'given-up' AND keys IS NOT NULL;
CREATE INDEX half_message_given_up ON half_message (topic_id) WHERE state = 'given-up' AND body IS NOT NULL;
