import { expect } from 'vitest';

import type { Sent } from './client-process';

/** What the documentation says a producer waits, and how far the jitter may move it. */
const WAITS_MS = [1_000, 1_600] as const;
const JITTER = 0.2;
/**
 * Timers are never early, but for their rounding. How late they are is the machine's: the next try takes a while
 * itself.
 */
const EARLY_MS = 5;
const LATE_MS = 20_000;

/** Every refusal but the last of a send that failed for good was followed by the documented wait. */
export function expectBackedOff({ refusals, endedMs }: Sent, says: RegExp): void {
  expect(refusals.length).toBeLessThanOrEqual(WAITS_MS.length);
  for (const [index, { atMs, waitMs, error }] of refusals.entries()) {
    expectThrottled(error, says);
    const documentedMs = WAITS_MS[index] ?? 0;
    expect(Math.abs(waitMs - documentedMs)).toBeLessThanOrEqual(index === 0 ? 0 : documentedMs * JITTER);
    const tookMs = (refusals[index + 1]?.atMs ?? endedMs) - atMs;
    expect(tookMs).toBeGreaterThanOrEqual(waitMs - EARLY_MS);
    expect(tookMs).toBeLessThan(waitMs + LATE_MS);
  }
}

/** Three tries, the documented waits between them, and then the refusal. */
export function expectRefusedForGood(sent: Sent, says: RegExp): void {
  expect(sent.messageId).toBeNull();
  expect(sent.refusals).toHaveLength(WAITS_MS.length);
  expectBackedOff(sent, says);
  expectThrottled(sent.error, says);
}

export function expectThrottled(error: string | null, says: RegExp): void {
  expect(error).toMatch(/^TooManyRequestsException: .*response-code=42900\b.* \(530 TOO_MANY_REQUESTS\)\.$/);
  expect(error).toMatch(says);
}
