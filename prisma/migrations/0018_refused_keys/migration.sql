-- The access key a refused client came with; empty: none, or not told apart. A client id belongs to one key, so it is no part of the key.
ALTER TABLE refusal_sample ADD COLUMN access_key text COLLATE "C" NOT NULL DEFAULT '';
