-- Teams: people, tokens and groups of an OpenID provider with a role for what begins with certain names.
CREATE TABLE team (
  team_id    int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL UNIQUE,
  -- Of the groups and topics that it is about.
  prefixes   text[] NOT NULL CHECK (cardinality(prefixes) BETWEEN 1 AND 50 AND array_position(prefixes, '') IS NULL),
  version    int NOT NULL DEFAULT 1,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE team_member (
  member_id    int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team_id      int NOT NULL REFERENCES team ON DELETE CASCADE,
  role         text NOT NULL CHECK (role IN ('viewer', 'operator', 'owner')),
  -- One of the three.
  operator_id  int REFERENCES operator ON DELETE CASCADE,
  api_token_id int REFERENCES api_token ON DELETE CASCADE,
  -- Everybody who had this group at their provider when they signed in there.
  oidc_group   text,
  CHECK (num_nonnulls(operator_id, api_token_id, oidc_group) = 1),
  UNIQUE (team_id, operator_id),
  UNIQUE (team_id, api_token_id),
  UNIQUE (team_id, oidc_group)
);
CREATE INDEX team_member_operator ON team_member (operator_id) WHERE operator_id IS NOT NULL;
CREATE INDEX team_member_token ON team_member (api_token_id) WHERE api_token_id IS NOT NULL;
CREATE INDEX team_member_oidc_group ON team_member (oidc_group) WHERE oidc_group IS NOT NULL;

-- The groups that the provider named at the last sign-in.
ALTER TABLE operator ADD COLUMN oidc_groups text[] NOT NULL DEFAULT '{}';

-- A member has no rights but those of teams.
ALTER TABLE operator DROP CONSTRAINT operator_role_check,
  ADD CHECK (role IN ('member', 'viewer', 'operator', 'admin'));
ALTER TABLE api_token DROP CONSTRAINT api_token_rights_check,
  ADD CHECK (rights IN ('member', 'viewer', 'operator', 'admin', 'failures', 'metrics', 'groups', 'dead-letters'));
