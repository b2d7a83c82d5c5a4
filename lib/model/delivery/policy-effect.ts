import type { AttemptBucket } from './attempt-bucket';
import { HOUR_MS } from '../dead-letter/dead-letter-retention';
import { afterDue, afterDueInCluster, afterFailure, type RetryLimits } from './forecast';
import type { GroupSettings } from '../group/group-settings';
import { plannedDeliveries } from './retry-policy';
import type { EngineKind } from '../workspace';

export interface Outlook {
  /** Failed messages now, waiting or with a client. */
  readonly messages: number;
  readonly waiting: number;
  /** Over the limit while they wait: dead when their wait ends, not delivered again. */
  readonly dieWaiting: number;
  /** Over the limit with a client: dead if this delivery fails; in a cluster it may have failed and back off. */
  readonly dieIfFailing: number;
  /** Move to the DLQ within an hour. */
  readonly lostInHour: number;
  readonly firstDeathAt: string | null;
}

/** What the failed messages of a group face under these settings, if every attempt from `asOf` on fails at once. */
export function outlookOf(
  limits: RetryLimits,
  buckets: readonly AttemptBucket[],
  asOf: string,
  engine: EngineKind = 'embedded',
): Outlook {
  let messages = 0;
  let waiting = 0;
  let dieWaiting = 0;
  let dieIfFailing = 0;
  let lostInHour = 0;
  let firstDeathMs = Number.POSITIVE_INFINITY;
  const hourMs = Date.parse(asOf) + HOUR_MS;
  const diesMs = diesMsUnder(limits, asOf, engine);
  for (const bucket of buckets) {
    const { attempt, leased, messages: count } = bucket;
    messages += count;
    if (!leased) waiting += count;
    if (attempt > limits.maxRetries) {
      if (leased) dieIfFailing += count;
      else dieWaiting += count;
    }
    const atMs = diesMs(bucket);
    if (atMs < hourMs) lostInHour += count;
    firstDeathMs = Math.min(firstDeathMs, atMs);
  }
  return {
    ...{ messages, waiting, dieWaiting, dieIfFailing, lostInHour },
    firstDeathAt: Number.isFinite(firstDeathMs) ? new Date(firstDeathMs).toISOString() : null,
  };
}

/** When the first message of a bucket moves to the DLQ. The course from its due time is worked out once per attempt. */
function diesMsUnder(limits: RetryLimits, asOf: string, engine: EngineKind): (bucket: AttemptBucket) => number {
  const nowMs = Date.parse(asOf);
  const after = new Map<string, number>();
  return ({ attempt, leased, firstAt }) => {
    const key = `${attempt} ${leased}`;
    const coming = engine === 'cluster' ? afterDueInCluster : leased ? afterFailure : afterDue;
    const laterMs = after.get(key) ?? coming(limits, attempt, 0).diesMs;
    after.set(key, laterMs);
    // One with a client may have failed before: the client makes the next attempt by itself.
    if (coming === afterFailure) return Math.max(Date.parse(firstAt) + laterMs, nowMs);
    return Math.max(Date.parse(firstAt), nowMs) + laterMs;
  };
}

/** Messages that share the settings they have now. Brokers of a cluster may differ, so each is a part. */
export interface EffectPart {
  readonly before: RetryLimits;
  readonly buckets: readonly AttemptBucket[];
}

export interface BeforeAfter<T> {
  readonly before: T;
  readonly after: T;
}

/** What a change of the limit or the back-off means for failed messages, if every attempt fails at once. */
export interface PolicyEffect {
  readonly asOf: string;
  /** Failed messages now, waiting or with a client. */
  readonly messages: number;
  /** Messages that move to the DLQ sooner than under the settings before. */
  readonly sooner: number;
  readonly lostInHour: BeforeAfter<number>;
  readonly firstLossAt: BeforeAfter<string | null>;
  /** Waiting with no delivery left: they move to the DLQ when their wait ends. */
  readonly noneLeft: BeforeAfter<number>;
  /** In flight with no delivery left after this one. */
  readonly lastInFlight: BeforeAfter<number>;
  /** From the first failure of a message until it moves to the DLQ. */
  readonly timeToDlqMs: BeforeAfter<number>;
}

/** The parts get the same settings. */
export function effectOf(
  parts: readonly EffectPart[],
  after: RetryLimits,
  asOf: string,
  engine: EngineKind,
): PolicyEffect {
  const pairs = parts.map(({ before, buckets }) => ({
    before: outlookOf(before, buckets, asOf, engine),
    after: outlookOf(after, buckets, asOf, engine),
    sooner: soonerOf(before, after, buckets, asOf, engine),
  }));
  const sum = (field: 'lostInHour' | 'dieWaiting' | 'dieIfFailing'): BeforeAfter<number> => ({
    before: total(pairs.map((pair) => pair.before[field])),
    after: total(pairs.map((pair) => pair.after[field])),
  });
  return {
    asOf,
    messages: total(pairs.map((pair) => pair.after.messages)),
    sooner: total(pairs.map(({ sooner }) => sooner)),
    lostInHour: sum('lostInHour'),
    noneLeft: sum('dieWaiting'),
    lastInFlight: sum('dieIfFailing'),
    firstLossAt: {
      before: earliest(pairs.map((pair) => pair.before.firstDeathAt)),
      after: earliest(pairs.map((pair) => pair.after.firstDeathAt)),
    },
    timeToDlqMs: {
      before: Math.max(0, ...parts.map(({ before }) => timeToDlqMs(before))),
      after: timeToDlqMs(after),
    },
  };
}

/** danger: more are lost within an hour, or have no delivery left. warning: sooner than before, but later than that. */
export function harmOf(effect: PolicyEffect): 'danger' | 'warning' | null {
  const { lostInHour, noneLeft, lastInFlight, sooner } = effect;
  if ([lostInHour, noneLeft, lastInFlight].some(({ before, after }) => after > before)) return 'danger';
  return sooner > 0 ? 'warning' : null;
}

/** Whether failing messages move to the DLQ after fewer deliveries or less time: true without knowing how many wait. */
export function isStricter(before: RetryLimits, after: RetryLimits): boolean {
  return after.maxRetries < before.maxRetries || timeToDlqMs(after) < timeToDlqMs(before);
}

/** A broadcast group retries nothing. */
export function retries({ messageModel }: Pick<GroupSettings, 'messageModel'>): boolean {
  return messageModel === 'clustering';
}

export function timeToDlqMs({ maxRetries, retryPolicy }: RetryLimits): number {
  return plannedDeliveries(retryPolicy, maxRetries).at(-1)?.afterMs ?? 0;
}

function soonerOf(
  before: RetryLimits,
  after: RetryLimits,
  buckets: readonly AttemptBucket[],
  asOf: string,
  engine: EngineKind,
): number {
  const [was, is] = [before, after].map((limits) => diesMsUnder(limits, asOf, engine));
  if (was === undefined || is === undefined) return 0;
  return total(buckets.map((bucket) => (is(bucket) < was(bucket) ? bucket.messages : 0)));
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function earliest(moments: readonly (string | null)[]): string | null {
  return moments.filter((at) => at !== null).toSorted()[0] ?? null;
}
