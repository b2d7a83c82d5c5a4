import type pg from 'pg';

import { BROKER, CONSOLE } from '../store/roles';
import { sql } from '../store/sql';
import type { Config } from './config';
import { checkClient } from './check-client';
import { StartError } from './start-error';

interface Given {
  readonly setting: string;
  readonly url: string;
}

/**
 * Refuses roles that lack rights, with the statements that give them: without these a start fails in the middle of a
 * migration, or serves pages and clients with errors. Reads only. @throws StartError
 */
export async function requireRights(config: Config, kind: 'console' | 'broker'): Promise<void> {
  const { databaseUrl, brokerDatabaseUrl, consoleDatabaseUrl } = config;
  const isOwn = (url: string | undefined): url is string => url !== undefined && url !== databaseUrl;
  if (databaseUrl !== undefined) await requireOwner({ setting: 'DATABASE_URL', url: databaseUrl });
  if (isOwn(brokerDatabaseUrl))
    await requireMember({ setting: 'REDRIVE_BROKER_DATABASE_URL', url: brokerDatabaseUrl }, BROKER);
  if (kind === 'console' && isOwn(consoleDatabaseUrl))
    await requireMember({ setting: 'REDRIVE_CONSOLE_DATABASE_URL', url: consoleDatabaseUrl }, CONSOLE);
}

const SELECT_OWNER = `
  SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database,
    coalesce(has_schema_privilege(s.oid, 'CREATE') AND has_schema_privilege(s.oid, 'USAGE'), false)
      AS "mayCreateTables",
    coalesce(has_database_privilege(current_database(), 'CREATE'), false) AS "mayCreateSchemas",
    (SELECT quote_ident(min(o.rolname)) FROM pg_class c JOIN pg_roles o ON o.oid = c.relowner
      WHERE c.relnamespace = s.oid AND c.relkind IN ('r', 'p') AND NOT pg_has_role(o.oid, 'USAGE')
        AND EXISTS (SELECT FROM pg_class m WHERE m.relnamespace = s.oid AND m.relname = '_prisma_migrations')
    ) AS "otherOwner"
    FROM (SELECT to_regnamespace('public')::oid AS oid) s`;

/** What migrates: it makes tables and schemas, and alters tables of earlier releases. */
async function requireOwner(given: Given): Promise<void> {
  await withClient(given, async (client) => {
    const { rows } = await client.query<{
      role: string;
      database: string;
      mayCreateTables: boolean;
      mayCreateSchemas: boolean;
      otherOwner: string | null;
    }>(SELECT_OWNER);
    const [row] = rows;
    if (row === undefined) return;
    const { role, database, otherOwner } = row;
    const grants = [
      ...(row.mayCreateTables ? [] : [`GRANT USAGE, CREATE ON SCHEMA public TO ${role};`]),
      ...(row.mayCreateSchemas ? [] : [`GRANT CREATE ON DATABASE ${database} TO ${role};`]),
      ...(otherOwner === null ? [] : [`REASSIGN OWNED BY ${otherOwner} TO ${role};`]),
    ];
    if (grants.length > 0) throw lacks(given, role, `in the database ${database}`, grants);
  });
}

const SELECT_MEMBER = `
  SELECT quote_ident(current_user) AS role,
    coalesce(has_database_privilege(current_database(), 'CREATE'), false) AS "isOwner",
    to_regrole($member) IS NOT NULL AS "hasGroup",
    coalesce(pg_has_role(to_regrole($member), 'USAGE'), false) AS "isMember",
    coalesce(has_table_privilege(to_regclass('message'), 'SELECT, INSERT'), false) AS "mayUseTables"`;

/** What serves clients or pages: it gets its rights as a member of the role that Redrive gives them to. */
async function requireMember(given: Given, member: string): Promise<void> {
  await withClient(given, async (client) => {
    const { rows } = await client.query<{
      role: string;
      isOwner: boolean;
      hasGroup: boolean;
      isMember: boolean;
      mayUseTables: boolean;
    }>(sql(SELECT_MEMBER, { member }));
    const [row] = rows;
    if (row === undefined || row.isOwner || row.isMember || row.mayUseTables) return;
    const grants = [...(row.hasGroup ? [] : [`CREATE ROLE ${member};`]), `GRANT ${member} TO ${row.role};`];
    throw lacks(given, row.role, 'to the tables of Redrive', grants);
  });
}

function lacks({ setting }: Given, role: string, where: string, grants: readonly string[]): StartError {
  return new StartError(
    `The role ${role} of ${setting} lacks rights ${where}: run ${grants.join(' ')} as an administrator of the server ` +
      '(docs/operate/database.md).',
  );
}

async function withClient({ setting, url }: Given, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = checkClient(url, { connectionTimeoutMillis: 10_000 });
  await client.connect().catch((error: Error) => {
    throw new StartError(`The database of ${setting} cannot be used: ${error.message}.`);
  });
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
