import { randomUUID } from 'node:crypto';

import type pg from 'pg';

import { sql } from '../store/sql';
import { TROUBLES } from '../store/database-trouble';
import { BROKER_SESSION } from '../store/session-settings';
import { checkClient } from './check-client';
import { StartError } from './start-error';

/** A pooler that has no connection left lets its clients wait. */
const WAIT_MS = 5_000;
const MANUAL = '(docs/operate/high-availability.md)';
const PROBE = 'redrive.probe';

/**
 * Refuses a connection pooler that lends a connection for a transaction or a statement alone: settings of a session,
 * locks and hints between nodes would be lost, and with them messages. One connection leaves a mark in its session
 * while another holds a transaction: a pooler that lends shows the mark to the wrong one, or to none.
 * @throws StartError
 */
export async function refusePoolerOfTransactions(setting: string, url: string): Promise<void> {
  const limits = { connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS };
  const [first, second] = [checkClient(url, limits, BROKER_SESSION), checkClient(url, limits, BROKER_SESSION)];
  try {
    await first.connect();
    const mark = randomUUID();
    await first.query(sql('SELECT set_config($name, $mark, false)', { name: PROBE, mark }));
    await second.connect();
    await second.query('BEGIN');
    const [there, here] = [await markOf(second), await markOf(first)];
    if (there === mark || here !== mark)
      throw new StartError(
        `${setting} leads to ${TROUBLES['no-sessions'].replace(/^the /, 'a ')} ` +
          `(pool_mode = session in PgBouncer) ${MANUAL}.`,
      );
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { message } = error as Error;
    throw new StartError(
      /timeout/i.test(message)
        ? `${setting} gives no second connection within ${WAIT_MS / 1000} s, and a node needs more ${MANUAL}.`
        : /startup parameter/.test(message)
          ? `${setting} leads to a connection pooler that refuses session settings (${message}): set ` +
            `ignore_startup_parameters = extra_float_digits,options and pool_mode = session in PgBouncer ${MANUAL}.`
          : `The database of ${setting} cannot be used: ${message}. Check ${setting}.`,
    );
  } finally {
    for (const client of [first, second]) void client.end().catch(() => undefined);
  }
}

async function markOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>('SELECT current_setting($1, true) AS mark', [PROBE]);
  return rows[0]?.mark ?? null;
}
