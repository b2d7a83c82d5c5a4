import { expect } from 'vitest';

/** Brokers keep some times in whole seconds. */
const ROUNDED_MS = 1_000;

/** A time that is so long after something that happened between `fromMs` and now, however long that took. */
export function dueAfter(delayMs: number, fromMs: number): unknown {
  return expect.toSatisfy((at: string) => {
    const beganMs = Date.parse(at) - delayMs;
    return beganMs >= fromMs - ROUNDED_MS && beganMs <= Date.now() + ROUNDED_MS;
  });
}
