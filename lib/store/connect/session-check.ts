import type { ClientBase, PoolClient } from 'pg';

import { TROUBLES } from '../database-trouble';
import { sql } from '../sql';

export interface SessionCheck {
  /** Of every session of the pool. */
  readonly settings: Readonly<Record<string, string>>;
  /** Of what every statement finds its tables in first; undefined: that of the settings. */
  readonly schema?: string | undefined;
}

const SELECT_SESSION = `
  SELECT current_schema() AS schema, current_setting('redrive.session', true) AS mark`;
const SET_ALL = `
  SELECT set_config(s.name, s.value, false) FROM unnest($names::text[], $values::text[]) AS s(name, value)`;

/** It loses its settings from one statement to the next, or does not hear what it listens to. */
export class LosesSessions extends Error {
  readonly code = 'RD001';

  constructor() {
    super(TROUBLES['no-sessions']);
  }
}

/**
 * The last look at a new connection, before its pool uses it. A pooler may drop the settings that came with the
 * connection: they are set again. A schema without the right to use it is passed over in silence: statements would find
 * other tables of the name.
 */
export function checkSession({ settings, schema }: SessionCheck) {
  return (client: PoolClient, done: (error?: Error) => void): void => {
    keepSession(client, settings, schema).then(
      () => done(),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  };
}

/** The same for a connection without a pool. @throws the pooler in front of the database keeps no session */
export async function keepSession(
  client: ClientBase,
  settings: SessionCheck['settings'],
  schema?: string,
): Promise<void> {
  let session = await readSession(client);
  if (!isOurs(session)) {
    await client.query(sql(SET_ALL, { names: Object.keys(settings), values: Object.values(settings) }));
    session = await readSession(client);
    if (!isOurs(session)) throw new LosesSessions();
  }
  if (schema !== undefined && session.schema !== schema) throw new Error(`this role may not use the schema ${schema}`);

  function isOurs({ mark }: Session): boolean {
    return (settings['redrive.session'] ?? mark) === mark;
  }
}

interface Session {
  readonly schema: string | null;
  /** Null: the settings are not there. */
  readonly mark: string | null;
}

async function readSession(client: ClientBase): Promise<Session> {
  const { rows } = await client.query<Session>(SELECT_SESSION);
  return rows[0] as Session;
}
