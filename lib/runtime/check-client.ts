import pg from 'pg';

import { clientConfig } from '../store/connect/client-config';

/** A connection for one check of a start, not opened yet. It finds tables in the schema public, as all others do. */
export function checkClient(
  url: string,
  limits: Pick<pg.ClientConfig, 'connectionTimeoutMillis' | 'query_timeout'>,
  settings: Readonly<Record<string, string>> = { search_path: 'public' },
): pg.Client {
  const client = new pg.Client({ ...clientConfig(url, 'redrive-check', settings), ...limits });
  // A connection that is lost says so to the statement that waits.
  client.on('error', () => undefined);
  return client;
}
