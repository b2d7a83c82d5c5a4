import { Client } from 'pg';

import { until } from './wait';

export interface Hold {
  /** Until something waits for the held rows. */
  metBy(what: string): Promise<void>;
  letGo(): Promise<void>;
}

/** Of this topic only: its sends wait for them, those of others do not. */
export function holdTopic(databaseUrl: string, topic: string): Promise<Hold> {
  const itsQueues = 'SELECT 1 FROM queue WHERE topic_id = (SELECT topic_id FROM topic WHERE name = $1) FOR UPDATE';
  return holdRows(databaseUrl, itsQueues, [topic]);
}

/** Holds rows of the database as something slow would, until they are let go. */
export async function holdRows(databaseUrl: string, statement: string, values: string[] = []): Promise<Hold> {
  const connection = new Client({ connectionString: databaseUrl });
  // A test that fails in between says so itself, not this connection's end.
  connection.on('error', () => undefined);
  await connection.connect();
  await connection.query('BEGIN');
  await connection.query(statement, values);
  const isMet = async (): Promise<boolean> => {
    // Not pg_stat_activity: within a transaction it shows for ever who was there when it was first asked.
    const { rows } = await connection.query(
      'SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
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
