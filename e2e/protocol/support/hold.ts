import { Client } from 'pg';

import { until } from './wait';

/** Holds rows of the database as something slow would, until it is let go. */
export async function holdRows(databaseUrl: string, statement: string): Promise<() => Promise<void>> {
  const connection = new Client({ connectionString: databaseUrl });
  await connection.connect();
  await connection.query(`BEGIN; ${statement}`);
  return async () => {
    await connection.query('COMMIT');
    await connection.end();
  };
}

export interface Hold {
  /** Until something waits for the held rows. */
  metBy(what: string): Promise<void>;
  letGo(): Promise<void>;
}

/** Holds the queues of one topic: its sends wait, those of others do not. */
export async function holdTopic(databaseUrl: string, topic: string): Promise<Hold> {
  const connection = new Client({ connectionString: databaseUrl });
  // A test that fails in between says so itself, not this connection's end.
  connection.on('error', () => undefined);
  await connection.connect();
  await connection.query('BEGIN');
  await connection.query(
    'SELECT 1 FROM queue WHERE topic_id = (SELECT topic_id FROM topic WHERE name = $1) FOR UPDATE',
    [topic],
  );
  const isMet = async (): Promise<boolean> => {
    const { rows } = await connection.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
    );
    return rows.length > 0;
  };
  return {
    metBy: (what) => until(`${what} waits for the held rows`, isMet),
    letGo: async () => {
      await connection.query('COMMIT');
      await connection.end();
    },
  };
}
