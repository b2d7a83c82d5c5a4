#!/bin/sh
# The roles of docs/operate/database.md, on the first start of PostgreSQL: an owner that migrates, and what broker and
# console use while they run. Running it again sets the passwords.
set -eu
psql --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=database="$POSTGRES_DB" \
  --set=owner="$REDRIVE_OWNER_PASSWORD" --set=broker="$REDRIVE_BROKER_PASSWORD" \
  --set=console="$REDRIVE_CONSOLE_PASSWORD" <<'SQL'
SELECT format('CREATE ROLE %I LOGIN', name)
  FROM unnest(ARRAY['redrive_owner', 'redrive_broker', 'redrive_console']) name
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE redrive_owner PASSWORD :'owner';
ALTER ROLE redrive_broker PASSWORD :'broker';
ALTER ROLE redrive_console PASSWORD :'console';
ALTER DATABASE :"database" OWNER TO redrive_owner;
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO redrive_broker, redrive_console;
ALTER SCHEMA public OWNER TO redrive_owner;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
SQL
