import { type Reason, type Told, told } from './language/t';

/**
 * A number on screen is one of three things, never a bare number: a value with the time it was read,
 * a stale value that says so, or unknown. Unknown is not 0; a sum that misses a part is not a sum.
 * What an engine can never tell is unknown too, and says that no waiting helps: not offered.
 * Times are ISO strings so that a reading crosses to the browser unchanged.
 */
export type Reading<T, Why extends Reason = string> =
  | {
      readonly kind: 'value';
      readonly value: T;
      readonly asOf: string;
      readonly estimate?: boolean;
      readonly atLeast?: boolean;
      readonly atMost?: boolean;
      /** Why it is a bound: "2 of 3 brokers responded". */
      readonly reason?: Why;
    }
  | { readonly kind: 'stale'; readonly value: T; readonly asOf: string; readonly reason: Why }
  | {
      readonly kind: 'unknown';
      readonly since: string | null;
      readonly reason: Why;
      /** This engine never tells it. */
      readonly notOffered?: true;
    };

/** Of a cluster: readers of several languages share it, and each gets its reason in their own. */
export type ToldReading<T> = Reading<T, Reason>;

/** The state of a reading in one word, for a cell. */
export type ReadingState = 'known' | 'bound' | 'stale' | 'unknown' | 'notOffered';

export function stateOf(reading: ToldReading<unknown>): ReadingState {
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

/** A count; isFloor: counting ended at a limit. */
export function counted<T>(value: T, isFloor: boolean, at: Date): Reading<T> {
  return (isFloor ? atLeast : known)(value, at.toISOString());
}

/** The true value is this or lower or higher, and the reason says why no more is known. */
export function bound<T, Why extends Reason = string>(
  side: 'atLeast' | 'atMost',
  value: T,
  asOf: string,
  reason: Why,
): Reading<T, Why> {
  return { kind: 'value', value, asOf, [side]: true, reason };
}

/** This engine never tells it, and the reason says so in words. */
export function notOffered<T, Why extends Reason = string>(reason: Why): Reading<T, Why> {
  return { kind: 'unknown', since: null, reason, notOffered: true };
}

export function stale<T, Why extends Reason = string>(value: T, asOf: string, reason: Why): Reading<T, Why> {
  return { kind: 'stale', value, asOf, reason };
}

export function unknown<T, Why extends Reason = string>(reason: Why, since: string | null = null): Reading<T, Why> {
  return { kind: 'unknown', since, reason };
}

/**
 * The value when there is one, stale included; null when unknown. For arithmetic that keeps the difference, use
 * mapReading.
 */
export function valueOrNull<T>(reading: ToldReading<T>): T | null {
  return reading.kind === 'unknown' ? null : reading.value;
}

export function mapReading<T, U, Why extends Reason>(
  reading: Reading<T, Why>,
  change: (value: T) => U,
): Reading<U, Why> {
  return reading.kind === 'unknown' ? reading : { ...reading, value: change(reading.value) };
}

/**
 * Sum with the honesty of its weakest part: one unknown makes it unknown, one stale makes it stale, one bound makes it
 * a bound, bounds of both sides make it unknown, and the oldest time wins.
 */
export function sumReadings<Why extends Reason>(
  readings: readonly Reading<number, Why>[],
  asOf: string,
): Reading<number, Why | Told> {
  let total = 0;
  let oldest = asOf;
  let staleReason: Why | null = null;
  const weak: { estimate?: true; atLeast?: true; atMost?: true; reason?: Why } = {};
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
    return unknown(told('one part is a lower bound, another an upper bound'));
  if (staleReason !== null) return stale(total, oldest, staleReason);
  return { kind: 'value', value: total, asOf: oldest, ...weak };
}

/** A value that could not be read again: it stays, and says so. */
export function asStale<T, Why extends Reason>(reading: Reading<T, Why>, reason: Why): Reading<T, Why> {
  return reading.kind === 'value' ? stale(reading.value, reading.asOf, reason) : reading;
}

/** Turns a kept value into a stale one when its time is older than it may be. */
export function ageReading<T>(reading: ToldReading<T>, now: string, maxAgeMs: number): ToldReading<T> {
  if (reading.kind !== 'value') return reading;
  const ageMs = Date.parse(now) - Date.parse(reading.asOf);
  return ageMs > maxAgeMs ? stale(reading.value, reading.asOf, told('no newer answer')) : reading;
}
