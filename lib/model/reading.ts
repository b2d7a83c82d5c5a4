/**
 * A number on screen is one of three things, never a bare number: a value with the time it was read,
 * a stale value that says so, or unknown. Unknown is not 0; a sum that misses a part is not a sum.
 * What an engine can never tell is unknown too, and says that no waiting helps: not offered.
 * Times are ISO strings so that a reading crosses to the browser unchanged.
 */
export type Reading<T> =
  | {
      readonly kind: 'value';
      readonly value: T;
      readonly asOf: string;
      readonly estimate?: boolean;
      readonly atLeast?: boolean;
      readonly atMost?: boolean;
      /** Why it is a bound: "2 of 3 brokers responded". */
      readonly reason?: string;
    }
  | { readonly kind: 'stale'; readonly value: T; readonly asOf: string; readonly reason: string }
  | {
      readonly kind: 'unknown';
      readonly since: string | null;
      readonly reason: string;
      /** This engine never tells it. */
      readonly notOffered?: true;
    };

/** The state of a reading in one word, for a cell. */
export type ReadingState = 'known' | 'bound' | 'stale' | 'unknown' | 'notOffered';

export function stateOf(reading: Reading<unknown>): ReadingState {
  if (reading.kind === 'stale') return 'stale';
  if (reading.kind === 'unknown') return reading.notOffered === true ? 'notOffered' : 'unknown';
  return reading.atLeast === true || reading.atMost === true ? 'bound' : 'known';
}

export function known<T>(value: T, asOf: string): Reading<T> {
  return { kind: 'value', value, asOf };
}

/** A value the database estimated; it is shown with "about". */
export function estimated<T>(value: T, asOf: string): Reading<T> {
  return { kind: 'value', value, asOf, estimate: true };
}

/** Counting ended at a limit; it is shown with "at least". */
export function atLeast<T>(value: T, asOf: string): Reading<T> {
  return { kind: 'value', value, asOf, atLeast: true };
}

/** The true value is this or lower or higher, and the reason says why no more is known. */
export function bound<T>(side: 'atLeast' | 'atMost', value: T, asOf: string, reason: string): Reading<T> {
  return { kind: 'value', value, asOf, [side]: true, reason };
}

/** This engine never tells it, and the reason says so in words. */
export function notOffered<T>(reason: string): Reading<T> {
  return { kind: 'unknown', since: null, reason, notOffered: true };
}

export function stale<T>(value: T, asOf: string, reason: string): Reading<T> {
  return { kind: 'stale', value, asOf, reason };
}

export function unknown<T>(reason: string, since: string | null = null): Reading<T> {
  return { kind: 'unknown', since, reason };
}

/**
 * The value when there is one, stale included; null when unknown. For arithmetic that keeps the difference, use
 * mapReading.
 */
export function valueOrNull<T>(reading: Reading<T>): T | null {
  return reading.kind === 'unknown' ? null : reading.value;
}

export function mapReading<T, U>(reading: Reading<T>, change: (value: T) => U): Reading<U> {
  return reading.kind === 'unknown' ? reading : { ...reading, value: change(reading.value) };
}

/**
 * Sum with the honesty of its weakest part: one unknown makes it unknown, one stale makes it stale, one bound makes it
 * a bound, bounds of both sides make it unknown, and the oldest time wins.
 */
export function sumReadings(readings: readonly Reading<number>[], asOf: string): Reading<number> {
  let total = 0;
  let oldest = asOf;
  let staleReason: string | null = null;
  const weak: { estimate?: true; atLeast?: true; atMost?: true; reason?: string } = {};
  for (const reading of readings) {
    if (reading.kind === 'unknown') return reading;
    total += reading.value;
    if (reading.asOf < oldest) oldest = reading.asOf;
    if (reading.kind === 'stale') {
      staleReason = reading.reason;
      continue;
    }
    if (reading.estimate === true) weak.estimate = true;
    if (reading.atLeast === true) weak.atLeast = true;
    if (reading.atMost === true) weak.atMost = true;
    if (reading.reason !== undefined) weak.reason = reading.reason;
  }
  if (weak.atLeast === true && weak.atMost === true)
    return unknown('one part is a lower bound, another an upper bound');
  if (staleReason !== null) return stale(total, oldest, staleReason);
  return { ...known(total, oldest), ...weak };
}

/** A value that could not be read again: it stays, and says so. */
export function asStale<T>(reading: Reading<T>, reason: string): Reading<T> {
  return reading.kind === 'value' ? stale(reading.value, reading.asOf, reason) : reading;
}

/** Turns a kept value into a stale one when its time is older than it may be. */
export function ageReading<T>(reading: Reading<T>, now: string, maxAgeMs: number): Reading<T> {
  if (reading.kind !== 'value') return reading;
  const ageMs = Date.parse(now) - Date.parse(reading.asOf);
  return ageMs > maxAgeMs ? stale(reading.value, reading.asOf, 'no newer answer') : reading;
}
