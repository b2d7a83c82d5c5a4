import type { Duration, Timestamp } from '../proto/wire';

/** What google.protobuf.Timestamp may say: from year 1, which SDKs for Go and C# send as zero, to year 9999. */
const [FIRST_SECOND, LAST_SECOND] = [-62_135_596_800, 253_402_300_799];
const MOST_NANOS = 999_999_999;

export function toTimestamp(date: Date): Timestamp {
  const ms = date.getTime();
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: Math.round((ms - seconds * 1000) * 1e6) };
}

/** Null when absent, or no valid time. */
export function fromTimestamp(timestamp: Timestamp | undefined): Date | null {
  if (timestamp === undefined) return null;
  const seconds = timestamp.seconds ?? 0;
  const nanos = Math.min(MOST_NANOS, Math.max(0, timestamp.nanos ?? 0));
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) return null;
  return new Date(seconds * 1000 + Math.floor(nanos / 1e6));
}

export function toDuration(ms: number): Duration {
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: Math.round((ms - seconds * 1000) * 1e6) };
}

/** Whole milliseconds, rounded down; null when absent. */
export function fromDuration(duration: Duration | undefined): number | null {
  if (duration === undefined) return null;
  return Math.floor((duration.seconds ?? 0) * 1000 + (duration.nanos ?? 0) / 1e6);
}
