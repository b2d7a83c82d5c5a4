import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { clientConfig } from '../store/connect/client-config';
import { describeHosts, readDatabaseUrl } from '../store/connect/database-url';
import { troubleOf, type TroubleKind } from '../store/database-trouble';

const EVERY_MS = 1_000;
const CONNECT_LIMIT_MS = 5_000;
/** A person who looks at the log later sees it too. */
const SAY_EVERY_MS = 30_000;
/** A name that is not known after this is a typing error. */
const NAME_LIMIT_MS = 60_000;
/** These pass by themselves; a wrong password does not. */
const PASSING: ReadonlySet<TroubleKind> = new Set([
  'unreachable',
  'recovering',
  'shutting-down',
  'too-many-connections',
  'read-only',
]);

/** Returns when the database lets one connection in, or refuses it for a reason that does not pass by itself. */
export async function waitForDatabase(setting: string, url: string, say: (line: string) => void): Promise<void> {
  const startedAtMs = performance.now();
  let saidAtMs = -Infinity;
  for (;;) {
    const reason = reasonToWait(await errorOfConnecting(url), performance.now() - startedAtMs);
    if (reason === null) return;
    if (performance.now() - saidAtMs >= SAY_EVERY_MS) {
      saidAtMs = performance.now();
      say(`Waiting for the database of ${setting} at ${describeHosts(readDatabaseUrl(url))}: ${reason}.`);
    }
    await sleep(EVERY_MS);
  }
}

function reasonToWait(error: unknown, waitedMs: number): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : undefined;
  // The socket of a server that has not started.
  if (code === 'ENOENT') return error.message;
  if (code === 'ENOTFOUND' && waitedMs > NAME_LIMIT_MS) return null;
  const trouble = troubleOf(error);
  if (trouble === null || !PASSING.has(trouble.kind)) return null;
  return error.message.startsWith('no host takes writes') ? error.message : trouble.says;
}

async function errorOfConnecting(url: string): Promise<unknown> {
  const client = new pg.Client({ ...clientConfig(url, 'redrive-check'), connectionTimeoutMillis: CONNECT_LIMIT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error;
  } finally {
    void client.end().catch(() => undefined);
  }
}
