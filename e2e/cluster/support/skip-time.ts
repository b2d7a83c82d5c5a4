import { vi } from 'vitest';

/** Longer than the Prometheus port of a broker is not read again. */
const READ_AGAIN_MS = 31_000;

/**
 * The Prometheus port is read twice a minute, and a test does not wait for that: each call of the result moves the
 * clock of durations of this process. vi.restoreAllMocks() ends it.
 */
export function skipTime(): () => void {
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  return () => void (aheadMs += READ_AGAIN_MS);
}
