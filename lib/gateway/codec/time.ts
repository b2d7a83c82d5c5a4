import type { Duration, Timestamp } from '../proto/wire';

const MAX_DATE_SECONDS = 8_640_000_000_000;

export function toTimestamp(date: Date): Timestamp {
  const ms = date.getTime();
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: Math.round((ms - seconds * 1000) * 1e6) };
}

/** Null when absent or outside what a Date can hold. */
export function fromTimestamp(timestamp: Timestamp | undefined): Date | null {
  if (timestamp === undefined) return null;
  const seconds = timestamp.seconds ?? 0;
  if (Math.abs(seconds) >= MAX_DATE_SECONDS) return null;
  return new Date(seconds * 1000 + Math.floor((timestamp.nanos ?? 0) / 1e6));
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
