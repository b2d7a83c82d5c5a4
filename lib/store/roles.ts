import type pg from 'pg';

/**
 * Who may do what in the database. The owner migrates and is used at start alone; the processes that serve clients and
 * those of the console have roles that own nothing: they can neither change the schema nor switch off a trigger.
 */
export const OWNER = 'redrive_owner';
export const BROKER = 'redrive_broker';
export const CONSOLE = 'redrive_console';
export type AppRole = typeof BROKER | typeof CONSOLE;
export const ALL_ROLES = [OWNER, BROKER, CONSOLE] as const;

type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';
const WRITE: readonly Right[] = ['DELETE', 'INSERT', 'SELECT', 'UPDATE'];
const APPEND: readonly Right[] = ['INSERT', 'SELECT'];
const READ: readonly Right[] = ['SELECT'];
const NOTHING: readonly Right[] = [];

interface TableRights {
  readonly broker: readonly Right[];
  readonly console: readonly Right[];
  /** Columns that the broker may update, of a table that it may not update as a whole. */
  readonly brokerUpdates?: readonly string[];
}

const EVERYTHING: TableRights = { broker: WRITE, console: WRITE };
/** People, and whatever refers to them: of no concern to what serves RocketMQ clients. */
const OF_PEOPLE: TableRights = { broker: NOTHING, console: WRITE };
const HISTORY_OF_SCHEMA: TableRights = { broker: READ, console: READ };

/** Every other table is read and written by both, unless it refers to `operator`: then it is of people. */
const RIGHTS: Readonly<Record<string, TableRights>> = {
  _prisma_migrations: HISTORY_OF_SCHEMA,
  installed_release: HISTORY_OF_SCHEMA,
  operator: OF_PEOPLE,
  sign_in_attempt: OF_PEOPLE,
  sign_in_link: OF_PEOPLE,
  // A node without a console asks scrapers for a token, and notes that it was used.
  api_token: { broker: READ, console: WRITE, brokerUpdates: ['last_used_at'] },
  audit: { broker: APPEND, console: APPEND },
  // Links are made by a trigger with the rights of its owner.
  audit_chain: { broker: READ, console: READ },
  audit_check: { broker: ['INSERT', 'SELECT', 'UPDATE'], console: READ },
  // Made once and never changed.
  broker_secret: { broker: APPEND, console: APPEND },
};

/** Functions that run with the rights of the owner: they make and drop partitions, which is work of the broker. */
const OWNERS_FUNCTIONS_FOR: readonly AppRole[] = [BROKER];

const SELECT_ROLES = 'SELECT rolname AS name FROM pg_roles WHERE rolname = ANY($1)';

const SELECT_WITHOUT_SCHEMA = `
  SELECT name FROM unnest($1::text[]) name
   WHERE NOT EXISTS (SELECT FROM pg_namespace n, aclexplode(n.nspacl) a
     WHERE n.oid = current_schema()::regnamespace AND a.privilege_type = 'USAGE' AND a.grantee = to_regrole(name))`;

interface Relation {
  readonly name: string;
  readonly isSequence: boolean;
  readonly isView: boolean;
  readonly ofPeople: boolean;
  /** By role: what it may do now. */
  readonly now: Readonly<Record<string, readonly string[]>>;
}

const SELECT_RELATIONS = `
  SELECT c.relname AS name, c.relkind = 'S' AS "isSequence", c.relkind = 'v' AS "isView",
    EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'
      AND k.confrelid = to_regclass('operator')) AS "ofPeople",
    coalesce((SELECT jsonb_object_agg(g.role, g.rights) FROM (
      SELECT a.grantee::regrole::text AS role, jsonb_agg(a.privilege_type ORDER BY a.privilege_type) AS rights
        FROM aclexplode(c.relacl) a WHERE a.grantee <> 0 GROUP BY a.grantee) g), '{}') AS now
    FROM pg_class c
   WHERE c.relnamespace = current_schema()::regnamespace AND NOT c.relispartition
     AND (c.relkind IN ('r', 'p', 'v') OR c.relkind = 'S' AND (NOT EXISTS (
       SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'i')
       -- Of an identity column, and another table counts with it: a default needs the right that an identity does not.
       OR EXISTS (SELECT FROM pg_depend d WHERE d.refobjid = c.oid AND d.refclassid = 'pg_class'::regclass
         AND d.classid = 'pg_attrdef'::regclass)
       -- queue_id_next counts with it.
       OR c.relname = 'queue_queue_id_seq'))
   ORDER BY c.relname`;

const SELECT_OWNERS_FUNCTIONS = `
  SELECT p.oid::regprocedure::text AS signature
    FROM pg_proc p, LATERAL (SELECT coalesce(array_agg(a.grantee::regrole::text), '{}') AS may
      FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee <> p.proowner) acl
   WHERE p.pronamespace = current_schema()::regnamespace AND p.prosecdef AND p.prorettype <> 'trigger'::regtype
     AND (acl.may <> $1::text[] OR NOT EXISTS (SELECT FROM unnest(p.proconfig) s WHERE s LIKE 'search_path=%'))`;

/**
 * Gives the roles of the processes what they need, where these roles exist, and takes what they do not. Run by the
 * owner after migrations and functions; writes nothing when all is as it should be.
 */
export async function applyRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: AppRole }>(SELECT_ROLES, [[BROKER, CONSOLE]]);
  const roles = rows.map(({ name }) => name);
  const schema = await schemaOf(client);
  await pinOwnersFunctions(client, schema, roles);
  if (roles.length === 0) return;
  const { rows: without } = await client.query<{ name: AppRole }>(SELECT_WITHOUT_SCHEMA, [roles]);
  for (const { name } of without) await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${name}`);
  const { rows: relations } = await client.query<Relation>(SELECT_RELATIONS);
  for (const relation of relations) for (const role of roles) await applyTo(client, relation, role);
  if (roles.includes(CONSOLE)) {
    await applyToViews(client);
    await applyToTeamViews(client);
  }
}

/** What members of teams see. They read alone; that they read bodies or exported is noted. */
async function applyToTeamViews(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean; may: boolean | null }>(
    `SELECT to_regnamespace('in_team') IS NOT NULL AS there,
            has_schema_privilege($1, to_regnamespace('in_team')::oid, 'USAGE') AS may`,
    [CONSOLE],
  );
  if (rows[0]?.there !== true || rows[0].may === true) return;
  await client.query(`GRANT USAGE ON SCHEMA in_team TO ${CONSOLE}`);
  await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA in_team TO ${CONSOLE}`);
  await client.query(`GRANT INSERT ON TABLE in_team.audit TO ${CONSOLE}`);
}

const SELECT_VIEWS_WITHOUT_RIGHTS = `
  SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = 'in_cluster' AND c.relkind = 'v'
     AND NOT (has_table_privilege($1, c.oid, 'SELECT') AND has_table_privilege($1, c.oid, 'INSERT')
       AND has_table_privilege($1, c.oid, 'UPDATE') AND has_table_privilege($1, c.oid, 'DELETE'))`;

/** The letters of attached clusters are read and changed through views: by the console, which indexes them. */
async function applyToViews(client: pg.Client): Promise<void> {
  const { rows: schemas } = await client.query<{ may: boolean | null }>(
    `SELECT has_schema_privilege($1, oid, 'USAGE') AS may FROM pg_namespace WHERE nspname = 'in_cluster'`,
    [CONSOLE],
  );
  if (schemas[0]?.may === false) await client.query(`GRANT USAGE ON SCHEMA in_cluster TO ${CONSOLE}`);
  const { rows } = await client.query<{ name: string }>(SELECT_VIEWS_WITHOUT_RIGHTS, [CONSOLE]);
  for (const { name } of rows) await client.query(`GRANT ${WRITE.join(', ')} ON TABLE ${name} TO ${CONSOLE}`);
}

async function applyTo(client: pg.Client, { name, isSequence, isView, ofPeople, now }: Relation, role: AppRole) {
  const has = (now[role] ?? []).join();
  if (isSequence) {
    if (has !== 'SELECT,USAGE') await client.query(`GRANT SELECT, USAGE ON SEQUENCE ${name} TO ${role}`);
    return;
  }
  const table = RIGHTS[name] ?? (ofPeople ? OF_PEOPLE : EVERYTHING);
  const wanted = isView ? READ : role === BROKER ? table.broker : table.console;
  if (has === wanted.join()) return;
  await client.query(`REVOKE ALL ON TABLE ${name} FROM ${role}`);
  if (wanted.length > 0) await client.query(`GRANT ${wanted.join(', ')} ON TABLE ${name} TO ${role}`);
  if (role === BROKER && table.brokerUpdates !== undefined)
    await client.query(`GRANT UPDATE (${table.brokerUpdates.join(', ')}) ON TABLE ${name} TO ${role}`);
}

/** Such a function must find the tables of this schema, whatever the caller's settings are. */
async function pinOwnersFunctions(client: pg.Client, schema: string, roles: readonly AppRole[]): Promise<void> {
  const callers = OWNERS_FUNCTIONS_FOR.filter((role) => roles.includes(role));
  const { rows } = await client.query<{ signature: string }>(SELECT_OWNERS_FUNCTIONS, [callers]);
  for (const { signature } of rows) {
    await client.query(`ALTER FUNCTION ${signature} SET search_path = ${schema}, pg_temp`);
    await client.query(`REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`);
    if (callers.length > 0) await client.query(`GRANT EXECUTE ON FUNCTION ${signature} TO ${callers.join(', ')}`);
  }
}

async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>('SELECT quote_ident(current_schema()) AS schema');
  return rows[0]?.schema ?? 'public';
}
