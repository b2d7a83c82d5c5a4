import { groupedBy } from '../grouped';
import type { RetryLimits } from './forecast';
import { type LifeRecord, type RecordedLife, recordedLife, type Unreplayed } from './recorded-life';
import { retryDelayMs } from './retry-policy';

/**
 * What a policy would have made of the failures of the last hours. Nothing is guessed: a retry fails between two
 * recorded failures, and succeeds from a recorded success on. Elsewhere other messages with the same cause decide, when
 * what is recorded before and after that moment agrees. Else the outcome is undecided, and counted so.
 */
export interface PolicyReplay {
  /** Messages that failed; those in `unreplayed` are among them. */
  readonly messages: number;
  /** Dead letters among the replayed ones, as recorded. */
  readonly dead: number;
  /** Messages that no policy is replayed for, by why. */
  readonly unreplayed: Readonly<Record<Unreplayed, number>>;
  /** With the saved policy. */
  readonly before: ReplayOutcome;
  readonly after: ReplayOutcome;
}

export interface ReplayOutcome {
  /** Dead letters that would have been consumed. */
  readonly rescued: number;
  /** Consumed messages that would be dead letters. */
  readonly lost: number;
  /** Messages that would have moved to the DLQ sooner than they did, or did not yet. */
  readonly sooner: number;
  /** Messages that have ended, and would still wait for a retry. */
  readonly waiting: number;
  /** Messages whose end can't be known: no recorded result decides it, or results contradict each other. */
  readonly undecided: number;
  /** Retries in the busiest second: certain retries alone, and with the retries after an undecided one. */
  readonly peak: { readonly least: number; readonly most: number };
}

/** Retries worked out for one policy at most: more messages are not replayed. */
const MOST_RETRIES = 2_000_000;

interface Span {
  readonly fromMs: number;
  readonly nowMs: number;
}

export function replayPolicies(
  records: readonly LifeRecord[],
  [before, after]: readonly [RetryLimits, RetryLimits],
  span: Span,
): PolicyReplay {
  const byMessage = groupedBy(records, ({ place }) => place);
  const messages = [...byMessage.values()].map((own) =>
    own.toSorted((one, other) => one.generation - other.generation).map((record) => recordedLife(record, before)),
  );
  const why = (reason: Unreplayed) => messages.filter(([first]) => first === reason).length;
  const evidence = evidenceOf(messages.flat().filter((life) => typeof life === 'object'));
  return {
    messages: messages.length,
    dead: messages.filter(([first]) => typeof first === 'object' && first.end?.kind === 'dead').length,
    unreplayed: { record: why('record'), client: why('client'), operator: why('operator') },
    before: outcomeOf(messages, before, evidence, span),
    after: outcomeOf(messages, after, evidence, span),
  };
}

/** How many messages may be replayed: bounded work whatever the policies are. */
export function mostReplayed(policies: readonly RetryLimits[]): number {
  return Math.floor(MOST_RETRIES / Math.max(1, ...policies.map(({ maxRetries }) => maxRetries)));
}

/** Of one cause, by time: whether a delivery worked. */
interface Evidence {
  readonly atMs: readonly number[];
  readonly works: readonly boolean[];
}

function evidenceOf(lives: readonly RecordedLife[]): ReadonlyMap<string, Evidence> {
  const found = new Map<string, { atMs: number; works: boolean }[]>();
  const note = (cause: string | null, atMs: number, works: boolean): void => {
    if (cause === null) return;
    const all = found.get(cause);
    if (all === undefined) found.set(cause, [{ atMs, works }]);
    else all.push({ atMs, works });
  };
  for (const { failures, end, worksFromMs } of lives) {
    for (const { fingerprint, atMs } of failures) note(fingerprint, atMs, false);
    const succeededMs = end?.kind === 'consumed' ? end.atMs : worksFromMs;
    if (succeededMs !== null) note(lastOf(failures).fingerprint, succeededMs, true);
  }
  return new Map(
    [...found].map(([cause, all]) => {
      // Of one moment the failure is last: it is what is known after it.
      const sorted = all.toSorted((one, other) => one.atMs - other.atMs || Number(other.works) - Number(one.works));
      return [cause, { atMs: sorted.map(({ atMs }) => atMs), works: sorted.map(({ works }) => works) }];
    }),
  );
}

function lastOf([first, ...more]: RecordedLife['failures']): RecordedLife['failures'][number] {
  return more.at(-1) ?? first;
}

type Result = 'works' | 'fails' | 'undecided';

/** What a retry at this moment would have come to. */
function resultAt(life: RecordedLife, evidence: Evidence | undefined, atMs: number): Result {
  const failedMs = lastOf(life.failures).atMs;
  const worksFromMs = life.worksFromMs ?? Number.POSITIVE_INFINITY;
  // In this order: after a wait of 0 s a success is of the same moment as the failure before it.
  if (atMs >= worksFromMs) return 'works';
  if (atMs <= failedMs) return 'fails';
  const next = evidence === undefined ? 0 : firstAfter(evidence.atMs, atMs);
  const [earlierMs, laterMs] = [evidence?.atMs[next - 1], evidence?.atMs[next]];
  const worked = earlierMs !== undefined && earlierMs > failedMs && evidence?.works[next - 1] === true;
  const fails = laterMs !== undefined && laterMs < worksFromMs && evidence?.works[next] === false;
  return worked === fails ? 'undecided' : worked ? 'works' : 'fails';
}

/** The place of the first moment after this one. */
function firstAfter(sorted: readonly number[], atMs: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) > atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Replayed {
  readonly end: 'consumed' | 'dead' | 'waiting' | 'undecided';
  readonly atMs: number;
}

type Difference = Exclude<keyof ReplayOutcome, 'peak'>;

/** The retries of one message under a policy. Each runs as long as the recorded one of its number. */
function replayLife(
  life: RecordedLife,
  { maxRetries, retryPolicy }: RetryLimits,
  evidence: Evidence | undefined,
  nowMs: number,
  count: (atMs: number, isSure: boolean) => void,
): Replayed {
  const { failures } = life;
  let atMs = failures[0].atMs;
  let isSure = true;
  for (let attempt = 2; attempt <= maxRetries + 1; attempt += 1) {
    const dueMs = atMs + retryDelayMs(retryPolicy, attempt - 1);
    if (dueMs > nowMs) return { end: isSure ? 'waiting' : 'undecided', atMs: dueMs };
    count(dueMs, isSure);
    const result = resultAt(life, evidence, dueMs);
    if (result === 'works') return { end: 'consumed', atMs: dueMs };
    if (result === 'undecided') isSure = false;
    atMs = dueMs + tookMs(failures, attempt);
  }
  return { end: !isSure ? 'undecided' : atMs > nowMs ? 'waiting' : 'dead', atMs };
}

/** How long an attempt ran until it failed; one that is not recorded, as long as the last one. */
function tookMs(failures: RecordedLife['failures'], attempt: number): number {
  const index = Math.min(attempt - 1, failures.length - 1);
  const [before, own] = [failures[index - 1], failures[index]];
  return before === undefined || own === undefined ? 0 : Math.max(0, own.atMs - before.nextMs);
}

/** Of a first life; null: it ends as it did. */
function differenceOf({ end: recorded }: RecordedLife, { end, atMs }: Replayed): Difference | null {
  if (end === 'undecided') return 'undecided';
  if (end === 'waiting') return recorded === null ? null : 'waiting';
  if (end === 'consumed') return recorded?.kind === 'dead' ? 'rescued' : null;
  if (recorded?.kind === 'consumed') return 'lost';
  return recorded === null || atMs < recorded.atMs ? 'sooner' : null;
}

/** @param messages the lives of each in order: the first one, and those after re-drives */
function outcomeOf(
  messages: readonly (readonly (RecordedLife | Unreplayed)[])[],
  limits: RetryLimits,
  evidence: ReadonlyMap<string, Evidence>,
  { fromMs, nowMs }: Span,
): ReplayOutcome {
  const counts = { rescued: 0, lost: 0, sooner: 0, waiting: 0, undecided: 0 };
  const [sure, all] = [new Map<number, number>(), new Map<number, number>()];
  const add = (bins: Map<number, number>, second: number) => bins.set(second, (bins.get(second) ?? 0) + 1);
  const count = (atMs: number, isSure: boolean): void => {
    if (atMs < fromMs) return;
    const second = Math.floor(atMs / 1000);
    if (isSure) add(sure, second);
    add(all, second);
  };
  const replay = (life: RecordedLife, isReached: boolean): Replayed => {
    const cause = lastOf(life.failures).fingerprint;
    const known = cause === null ? undefined : evidence.get(cause);
    return replayLife(life, limits, known, nowMs, (atMs, isSure) => count(atMs, isSure && isReached));
  };
  for (const [life, ...redriven] of messages) {
    const first = typeof life === 'object' ? replay(life, true) : null;
    // Only a dead letter is re-driven: where a life ends in another way, there is none after it. Where it cannot be
    // replayed, it is not known whether there is one.
    let last: Replayed['end'] = first?.end ?? 'undecided';
    let isReached = true;
    for (const next of redriven) {
      if (last !== 'dead' && last !== 'undecided') break;
      isReached &&= last === 'dead';
      last = typeof next === 'object' ? replay(next, isReached).end : 'undecided';
    }
    const difference = typeof life === 'object' && first !== null ? differenceOf(life, first) : null;
    if (difference !== null) counts[difference] += 1;
  }
  const busiest = (bins: Map<number, number>) => [...bins.values()].reduce((most, each) => Math.max(most, each), 0);
  return { ...counts, peak: { least: busiest(sure), most: busiest(all) } };
}
