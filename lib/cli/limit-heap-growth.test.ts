import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const MODULE = new URL('./limit-heap-growth.mjs', import.meta.url).href;
/** Some things stay, others live just long enough to become old: the peak of both together, and what stays, bytes. */
const LOAD = `
  const stay = Array.from({ length: 400_000 }, (_, number) => ({ number, text: 'x' + number, list: [number, number] }));
  const ring = [];
  let made = 0;
  let peak = 0;
  for (let round = 0; round < 110; round += 1) {
    for (let count = 0; count < 20_000; count += 1) ring[made++ % 150_000] = { made, text: 'y' + made, list: [made, 1, 2] };
    peak = Math.max(peak, process.memoryUsage().heapUsed);
    await new Promise(setImmediate);
  }
  ring.length = 0;
  globalThis.gc();
  console.log(JSON.stringify({ peak, stay: process.memoryUsage().heapUsed, count: stay.length }));`;

const LIMIT_MS = 60_000;

test('garbage is collected before it is more than what is in use', { timeout: LIMIT_MS }, async () => {
  const run = promisify(execFile);
  const { HEAP_OPTION } = (await import(MODULE)) as { HEAP_OPTION: string };
  const { stdout } = await run(process.execPath, [HEAP_OPTION, '--expose-gc', '--input-type=module', '--eval', LOAD]);
  const { peak, stay } = JSON.parse(stdout) as { peak: number; stay: number };
  expect(peak / stay).toBeLessThan(3.5);
});
