import { performance } from 'node:perf_hooks';

const LOOK_EVERY_MS = 50;
/** Of a thread; what it gives to the database, the database needs once more. */
const BUSY_FROM = Number(process.env['X_BUSY'] ?? 0.5);

let lastAtMs = Number.NEGATIVE_INFINITY;
let last = performance.eventLoopUtilization();
let isSpare = true;

/** Whether this thread waits more than it works: what costs more work and less time is then worth it. */
export function hasSpareTime(): boolean {
  const nowMs = performance.now();
  if (nowMs - lastAtMs < LOOK_EVERY_MS) return isSpare;
  const current = performance.eventLoopUtilization();
  isSpare = performance.eventLoopUtilization(current, last).utilization < BUSY_FROM;
  lastAtMs = nowMs;
  last = current;
  return isSpare;
}
