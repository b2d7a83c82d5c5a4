import { type Told, told } from '../language/t';
import type { FoundState } from '../message/found-message';

type CopyOutcome = 'consumed' | 'dead' | 'waiting' | 'not-delivered' | 'not-read' | 'unknown';

/** The outcome of one copy in all groups that read its topic. Clients of a broadcast group have no common outcome. */
function outcomeOf({ groups }: CanaryCopy): CopyOutcome {
  if (groups === null) return 'unknown';
  const states = groups.flatMap(({ state }) => (state === null ? [] : [state]));
  if (states.length === 0) return 'not-read';
  const some = (...of: readonly (typeof states)[number][]): boolean => states.some((state) => of.includes(state));
  if (some('dead', 'expired', 'discarded', 'sent', 'dropped')) return 'dead';
  if (some('ready', 'in-flight', 'waiting-retry', 'held')) return 'waiting';
  if (some('unrecorded')) return 'unknown';
  return some('consumed') ? 'consumed' : 'not-delivered';
}

/** A copy that was sent. */
export interface CanaryCopy {
  /** Its number in the log: other copies of the redirect have other ones. */
  readonly copy: number;
  /** As the groups of its topic have it; null: it is not in the log, or not all are known. */
  readonly groups: readonly Pick<FoundState, 'state'>[] | null;
}

export interface CanaryVerdict {
  /** `open`: more are sent, or not all have an outcome. */
  readonly state: 'open' | 'passed' | 'failed';
  readonly sent: number;
  /** The numbers of the copies that were consumed. */
  readonly consumed: readonly number[];
  /** Why it failed. */
  readonly why: Told | null;
}

/** In this order: what is worst is said. */
const FAILURES: readonly (readonly [CopyOutcome, (n: number, of: number) => Told])[] = [
  [
    'dead',
    (n, of) =>
      told(`{n, number} of {of, plural, one {# canary message} other {# canary messages}} became dead letters again`, {
        n,
        of,
      }),
  ],
  [
    'not-delivered',
    (n, of) =>
      told(
        `{n, number} of {of, plural, one {# canary message} other {# canary messages}} matched the filter of no group`,
        { n, of },
      ),
  ],
  [
    'not-read',
    (n, of) =>
      told(
        `no group whose outcome is known reads {n, number} of {of, plural, one {# canary message} other
        {# canary messages}}`,
        { n, of },
      ),
  ],
  [
    'unknown',
    (n, of) =>
      told(
        `the outcome of {n, number} of {of, plural, one {# canary message} other {# canary messages}} is no longer on
        record`,
        { n, of },
      ),
  ],
];

/**
 * The first copies decide: one that a group cannot process is enough to stop. A copy that was consumed leaves with the
 * retention of the log, and stays consumed.
 * @param noted the numbers of copies that were consumed when the log had them
 */
export function judgeCanary(copies: readonly CanaryCopy[], canary: number, noted: readonly number[]): CanaryVerdict {
  const outcomes = copies.map((copy) => {
    const outcome = outcomeOf(copy);
    return outcome === 'unknown' && noted.includes(copy.copy) ? 'consumed' : outcome;
  });
  const count = (of: CopyOutcome): number => outcomes.filter((each) => each === of).length;
  const consumed = copies.filter((_, index) => outcomes[index] === 'consumed').map(({ copy }) => copy);
  const numbers = { sent: copies.length, consumed };
  const of = copies.length;
  for (const [outcome, why] of FAILURES) {
    const n = count(outcome);
    if (n > 0) return { ...numbers, state: 'failed', why: why(n, of) };
  }
  return { ...numbers, state: consumed.length >= canary ? 'passed' : 'open', why: null };
}

/**
 * Before each later batch: the first copies of the batch before. As long as a group has not processed one of them, that
 * group may have stopped, and what is sent would only expire with the log. One that is retried or died was processed.
 * @returns how many are not processed; `unknown`: of one it is not on record, so the next batch is a canary again
 */
export function openCopies(copies: readonly CanaryCopy[]): number | 'unknown' {
  const open = copies.filter(
    ({ groups }) => groups?.some(({ state }) => state === 'ready' || state === 'in-flight') === true,
  );
  if (open.length > 0) return open.length;
  const isTold = (copy: CanaryCopy): boolean => ['consumed', 'dead', 'waiting'].includes(outcomeOf(copy));
  return copies.every(isTold) ? 0 : 'unknown';
}
