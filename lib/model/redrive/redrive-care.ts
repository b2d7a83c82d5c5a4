import { mustBe, requireWhole } from '../check-number';
import { BrokerError } from '../errors';
import { told } from '../language/t';
import type { RedrivePhase } from './redrive';

/** How many are released first; the rest waits for the verdicts of their first deliveries. One of the two. */
export interface CanaryWish {
  readonly count?: number | undefined;
  /** Of the frozen set, rounded up. */
  readonly percent?: number | undefined;
}

/** From so many verdicts of first deliveries on, counted from the start of the round, so many a second. */
export interface RampStep {
  /** Null: no limit. */
  readonly ratePerSecond: number | null;
  readonly afterVerdicts: number;
}

/** When a run stops by itself, or holds. Each rule alone; null: that rule is off. */
export interface AbortRule {
  /** Stop when at least this share of the canary, or of the last `ofLast` first deliveries, failed. */
  readonly failedShare: number | null;
  readonly ofLast: number;
  /** Stop when something waits to be fetched and no client has fetched for so long. */
  readonly unfetchedMs: number | null;
  /** Hold, without stopping, while the delay of the group's live messages (95th percentile) is above this. */
  readonly delayP95Ms: number | null;
}

/** What a start may say. Left out: the default. Null: off. */
export interface CareWish {
  readonly canary?: CanaryWish | null | undefined;
  readonly ramp?: readonly RampStep[] | null | undefined;
  readonly abort?: { readonly [Field in keyof AbortRule]?: AbortRule[Field] | undefined } | null | undefined;
}

/** What a run keeps. */
export interface RedriveCare {
  /** Null: none. A canary as large as the set is all of it. */
  readonly canary: number | null;
  readonly ramp: readonly RampStep[];
  readonly abort: AbortRule | null;
}

export const CARE_DEFAULTS = {
  canary: { count: 10 },
  abort: { failedShare: 0.2, ofLast: 20, unfetchedMs: 120_000, delayP95Ms: null },
} as const satisfies { readonly canary: CanaryWish; readonly abort: AbortRule };

export const CARE_LIMITS = {
  canary: 10_000,
  rampSteps: 10,
  afterVerdicts: 10_000,
  ratePerSecond: 100_000,
  ofLast: 1000,
  unfetchedMs: { min: 1000, max: 86_400_000 },
  delayP95Ms: { min: 1, max: 86_400_000 },
} as const;

/** After the canary: a quarter of the rate, then half, then all of it; without a rate 20 and 100 a second first. */
export function defaultRamp(ratePerSecond: number | null, canary: number): RampStep[] {
  const [slow, faster] =
    ratePerSecond === null ? [20, 100] : [Math.ceil(ratePerSecond / 4), Math.ceil(ratePerSecond / 2)];
  return [
    { ratePerSecond: slow, afterVerdicts: canary },
    { ratePerSecond: faster, afterVerdicts: canary + 20 },
    { ratePerSecond, afterVerdicts: canary + 60 },
  ];
}

/**
 * What a run of `selected` messages keeps of a wish. Careful unless it is switched off.
 * @throws BrokerError bad-request naming field, limit and value
 */
export function careOf(wish: CareWish, ratePerSecond: number | null, selected: number): RedriveCare {
  checkCare(wish);
  const canary = wish.canary === null ? null : canaryCount(wish.canary ?? CARE_DEFAULTS.canary, selected);
  return {
    canary,
    ramp: wish.ramp ?? (wish.ramp === null || canary === null ? [] : defaultRamp(ratePerSecond, canary)),
    abort: wish.abort === null ? null : { ...CARE_DEFAULTS.abort, ...defined(wish.abort ?? {}) },
  };
}

/** What a round begins with. */
export function firstPhase({ canary, ramp }: Pick<RedriveCare, 'canary' | 'ramp'>): RedrivePhase {
  return canary !== null ? 'canary' : ramp.length > 0 ? 'ramp' : 'releasing';
}

function canaryCount({ count, percent }: CanaryWish, selected: number): number {
  return count ?? Math.max(1, Math.ceil((selected * (percent ?? 0)) / 100));
}

function defined<T extends object>(fields: T): { [Field in keyof T]: Exclude<T[Field], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** @throws BrokerError bad-request naming field, limit and value */
export function checkCare({ canary, ramp, abort }: CareWish): void {
  if (canary != null) checkCanary(canary);
  if (ramp != null) checkRamp(ramp);
  if (abort != null) checkAbort(abort);
}

function checkCanary({ count, percent }: CanaryWish): void {
  if ((count === undefined) === (percent === undefined))
    throw new BrokerError('bad-request', told('canary must have exactly one of count and percent.'), {
      field: 'canary',
      limit: 'count or percent',
    });
  if (count !== undefined) requireWhole('canary.count', count, 1, CARE_LIMITS.canary);
  if (percent !== undefined) requireWithin('canary.percent', percent, 0, 100);
}

function checkRamp(ramp: readonly RampStep[]): void {
  if (ramp.length > CARE_LIMITS.rampSteps) requireWhole('ramp.length', ramp.length, 0, CARE_LIMITS.rampSteps);
  let last = -1;
  for (const [place, { ratePerSecond, afterVerdicts }] of ramp.entries()) {
    const field = `ramp[${place}]`;
    if (ratePerSecond !== null) requireWhole(`${field}.ratePerSecond`, ratePerSecond, 1, CARE_LIMITS.ratePerSecond);
    requireWhole(`${field}.afterVerdicts`, afterVerdicts, last + 1, CARE_LIMITS.afterVerdicts);
    last = afterVerdicts;
  }
}

function checkAbort({ failedShare, ofLast, unfetchedMs, delayP95Ms }: NonNullable<CareWish['abort']>): void {
  if (failedShare != null) requireWithin('abort.failedShare', failedShare, 0, 1);
  if (ofLast !== undefined) requireWhole('abort.ofLast', ofLast, 1, CARE_LIMITS.ofLast);
  for (const [field, value] of Object.entries({ unfetchedMs, delayP95Ms })) {
    const { min, max } = CARE_LIMITS[field as 'unfetchedMs' | 'delayP95Ms'];
    if (value != null) requireWhole(`abort.${field}`, value, min, max);
  }
}

/** More than `above`, at most `max`. */
function requireWithin(field: string, value: number, above: number, max: number): void {
  if (value > above && value <= max) return;
  throw mustBe(field, told('more than {above}, at most {most}', { above, most: max }), value);
}
