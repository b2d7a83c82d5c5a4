import { appendFileSync } from 'node:fs';

import { afterAll, expect } from 'vitest';

import { takeServerMs, TIMES } from './processor-time';

// Loaded before each test file. What the file computes from here on, its modules included, is its own.
if (TIMES !== '') {
  const startedMs = performance.now();
  const startedWith = process.cpuUsage();
  afterAll(() => {
    const { user, system } = process.cpuUsage(startedWith);
    const times = {
      file: expect.getState().testPath,
      tookMs: performance.now() - startedMs,
      computedMs: (user + system) / 1000,
      serverMs: takeServerMs(),
    };
    appendFileSync(TIMES, `${JSON.stringify(times)}\n`);
  });
}
