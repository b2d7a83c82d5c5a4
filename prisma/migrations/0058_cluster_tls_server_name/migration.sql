-- What the certificates of the name servers and brokers of a cluster must name; null: the host that is reached, or with a CA of its own any.
ALTER TABLE cluster
  ADD COLUMN tls_server_name text CHECK (tls_server_name IS NULL OR uses_tls);
