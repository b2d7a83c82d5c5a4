-- Where brokers tell Prometheus of themselves: URLs by the name of the broker, "*" for all of them: {"broker-a": "http://…"}.
ALTER TABLE cluster ADD COLUMN metrics_addresses jsonb NOT NULL DEFAULT '{}';

-- The marks of a broker as it last told them, with where it refuses: {"send-queue": {"value": 3, "line": 10000}}.
ALTER TABLE cluster_peer ADD COLUMN marks jsonb NOT NULL DEFAULT '{}';
