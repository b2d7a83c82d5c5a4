import { setTimeout as sleep } from 'node:timers/promises';

const STEP_MS = 20;

/**
 * Waits until the condition holds; fails with what it was waiting for. The limit is for a machine that is busy with
 * others too.
 */
export async function until(what: string, holds: () => boolean | Promise<boolean>, limitMs = 40_000): Promise<void> {
  const endsAtMs = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > endsAtMs) throw new Error(`waited ${limitMs} ms for: ${what}`);
    await sleep(STEP_MS);
  }
}
