import pg from 'pg';

export type PostgresState = 'ready' | 'unreachable' | 'busy' | 'refused';

export interface PostgresProbe {
  readonly state: PostgresState;
  readonly reason: string;
}

const NOT_YET = new Set(['57P03', '57P01', '53300']);

/** Whether a server answers a query, is on its way up or down, or refuses this user. */
export async function probePostgres(connectionString: string): Promise<PostgresProbe> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return { state: 'ready', reason: '' };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E')) {
      return { state: NOT_YET.has(code) ? 'busy' : 'refused', reason: message };
    }
    return { state: 'unreachable', reason: message || String(code) };
  } finally {
    await client.end().catch(() => undefined);
  }
}
