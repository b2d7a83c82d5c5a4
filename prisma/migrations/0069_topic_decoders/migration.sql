-- How bodies of a topic are read that are not text. By name: dead letters of a topic outlive it. A change makes a new row,
-- so that its number is its version.
CREATE TABLE topic_decoder (
  topic      text PRIMARY KEY,
  decoder_id int GENERATED ALWAYS AS IDENTITY,
  kind       text NOT NULL CHECK (kind IN ('protobuf', 'avro', 'gzip', 'base64')),
  -- A descriptor set or .proto text, an Avro schema, JSON paths by line; empty for gzip.
  schema     bytea NOT NULL CHECK (octet_length(schema) <= 524288),
  message    text CHECK ((kind = 'protobuf') = (message IS NOT NULL)),
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE TABLE cluster_topic_decoder (
  LIKE topic_decoder INCLUDING CONSTRAINTS,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int,
  PRIMARY KEY (cluster_id, topic)
);
-- INCLUDING IDENTITY would count in bigint.
ALTER TABLE cluster_topic_decoder ALTER COLUMN decoder_id ADD GENERATED ALWAYS AS IDENTITY;
CREATE VIEW in_cluster.topic_decoder AS
  SELECT * FROM public.cluster_topic_decoder WHERE cluster_id = in_cluster.cluster_id();
