import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findFreePort, probePort } from '../runtime/postgres/free-port';

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'];
const STARTS_WITHIN_MS = 10_000;

export interface Pooler {
  /** The address of the database by way of the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

/** Undefined: PgBouncer is not installed on this machine, which is said once. */
export function findPooler(): string | undefined {
  const found = PROGRAMS.find((program) => existsSync(program));
  if (found === undefined) process.stdout.write('SKIPPED: connection poolers, as PgBouncer is not installed.\n');
  return found;
}

/** A real PgBouncer in front of a database, with these lines of its configuration. */
export async function startPooler(program: string, databaseUrl: string, lines: readonly string[]): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const own = await findFreePort('127.0.0.1');
  const folder = mkdtempSync(join(tmpdir(), 'redrive-pooler-'));
  // PgBouncer refuses to run as root and reads its file as the other user.
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const database = pathname.slice(1);
  const behind = `host=${hostname} port=${port} user=${username} password=${password}`;
  const listening = [`listen_addr = 127.0.0.1`, `listen_port = ${own}`, 'unix_socket_dir =', 'auth_type = any'];
  writeFileSync(file, [`[databases]`, `${database} = ${behind}`, '[pgbouncer]', ...listening, ...lines, ''].join('\n'));
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, ['-q', ...asRoot, file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const startedAtMs = performance.now();
  while ((await probePort('127.0.0.1', own)) === undefined) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    if (performance.now() - startedAtMs > STARTS_WITHIN_MS) throw new Error('PgBouncer does not listen');
    await sleep(50);
  }
  return {
    url: `postgresql://${username}@127.0.0.1:${own}/${database}`,
    close: async () => {
      child.kill('SIGINT');
      await sleep(200);
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
