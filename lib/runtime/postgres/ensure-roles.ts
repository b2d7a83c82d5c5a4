import { createHmac } from 'node:crypto';

import pg from 'pg';

import { ALL_ROLES, BROKER, CONSOLE, OWNER } from '../../store/roles';

export interface RoleUrls {
  readonly owner: string;
  readonly broker: string;
  readonly console: string;
}

/** Any constant will do; it only has to be the same in every Redrive. */
const LOCK_KEY = 7_270_117_044;

/** What belongs to another role than the owner, with the words that change it. */
const SELECT_FOREIGN = `
  WITH ours AS (SELECT n.oid, n.nspname, n.nspowner FROM pg_namespace n WHERE n.nspname IN ('public', 'in_cluster', 'in_team'))
  SELECT format('ALTER SCHEMA %I OWNER TO ${OWNER}', n.nspname) AS change
    FROM ours n JOIN pg_roles o ON o.rolname = '${OWNER}' WHERE n.nspowner <> o.oid
  UNION ALL
  SELECT format('ALTER %s %s OWNER TO ${OWNER}', CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE'
      ELSE 'TABLE' END, c.oid::regclass)
    FROM pg_class c JOIN ours n ON n.oid = c.relnamespace JOIN pg_roles o ON o.rolname = '${OWNER}'
   WHERE c.relowner <> o.oid
     AND (c.relkind IN ('r', 'p', 'v') OR c.relkind = 'S' AND NOT EXISTS (SELECT FROM pg_depend d
       WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')))
  UNION ALL
  SELECT format('ALTER FUNCTION %s OWNER TO ${OWNER}', p.oid::regprocedure)
    FROM pg_proc p JOIN ours n ON n.oid = p.pronamespace JOIN pg_roles o ON o.rolname = '${OWNER}'
   WHERE p.proowner <> o.oid`;

/**
 * The roles of the embedded server, and all of the database in the hands of the owner: data of releases before 0.3
 * belong to the superuser that `initdb` made, as which nothing runs any more. Each change commits alone, since a broker
 * of the release before may still be at work on these tables.
 * @param superuserUrl of the database
 */
export async function ensureRoles(superuserUrl: string): Promise<RoleUrls> {
  const client = new pg.Client({ connectionString: superuserUrl, application_name: 'redrive-roles' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    const database = pg.escapeIdentifier(new URL(superuserUrl).pathname.slice(1));
    await makeRoles(client, superuserUrl);
    await client.query(`ALTER DATABASE ${database} OWNER TO ${OWNER}`);
    await client.query(`REVOKE ALL ON DATABASE ${database}, postgres, template1 FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${BROKER}, ${CONSOLE}`);
    await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
    const { rows } = await client.query<{ change: string }>(SELECT_FOREIGN);
    for (const { change } of rows) await client.query(change);
    const urlOf = (role: string): string => {
      const url = new URL(superuserUrl);
      url.username = role;
      url.password = passwordOf(superuserUrl, role);
      return url.toString();
    };
    return { owner: urlOf(OWNER), broker: urlOf(BROKER), console: urlOf(CONSOLE) };
  } finally {
    // The lock ends with the connection.
    await client.end();
  }
}

async function makeRoles(client: pg.Client, superuserUrl: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT rolname AS name FROM pg_roles WHERE rolname = ANY($1)',
    [ALL_ROLES],
  );
  const there = new Set(rows.map(({ name }) => name));
  for (const role of ALL_ROLES) {
    if (!there.has(role)) await client.query(`CREATE ROLE ${role}`);
    await client.query(
      `ALTER ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS ` +
        `PASSWORD ${pg.escapeLiteral(passwordOf(superuserUrl, role))}`,
    );
  }
}

/** From the superuser's: one secret is kept on the disk, and none of these leads back to it. */
function passwordOf(superuserUrl: string, role: string): string {
  return createHmac('sha256', new URL(superuserUrl).password).update(role).digest('base64url');
}
