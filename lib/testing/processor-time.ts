import { readFileSync } from 'node:fs';

import type pg from 'pg';

/** Names the file to which each test file adds a line; only npm test asks for it (lib/cli/test/slowest.mjs). */
export const TIMES = process.env['REDRIVE_TEST_TIMES'] ?? '';

const TICK_MS = 10;
let ofServerMs = 0;

/** Counts what the sessions of this database computed, before they end. Linux alone tells it. */
export async function addServerTime(admin: pg.Client, database: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const { rows } = await admin.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE datname = $1', [
    database,
  ]);
  for (const { pid } of rows) ofServerMs += readComputedMs(pid);
}

/** What was counted since the last call. */
export function takeServerMs(): number {
  const takenMs = ofServerMs;
  ofServerMs = 0;
  return takenMs;
}

function readComputedMs(pid: number): number {
  try {
    // After the name, which may hold anything.
    const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return fields.slice(11, 13).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  } catch {
    // It has ended, or runs on another machine.
    return 0;
  }
}
