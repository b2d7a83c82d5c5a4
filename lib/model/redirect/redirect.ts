import type { FoundState } from '../message/found-message';
import { msg, t } from '../language/t';
import { enumerated } from '../language/list';

/** `paused`: nothing more is sent until it is resumed. `ended`: by its end date, or by an operator, for good. */
export const REDIRECT_STATES = ['active', 'paused', 'ended'] as const;
export type RedirectState = (typeof REDIRECT_STATES)[number];

export const REDIRECT_LIMITS = {
  ratePerSecond: 1000,
  canary: 100,
  hours: 720,
  /** Of all groups, at a time: the search for loops looks at each of them. */
  open: 100,
  /** Of one batch, which is one re-drive. */
  batch: 5000,
  /** Redirects that one message passes in all. */
  hops: 3,
  reasonChars: 500,
} as const;

/** Its name for people, in the audit log and on every page. */
export function redirectName(redirectId: number): string {
  return `SR-${redirectId}`;
}

/** Between batches that were not full, so that a slow trickle does not make a re-drive of each message. */
const BETWEEN_BATCHES_MS = 60_000;

interface Paced {
  readonly ratePerSecond: number;
  readonly canary: number;
  readonly isCanaryPassed: boolean;
  /** Of the canary. */
  readonly canarySent: number;
}

/** How many dead letters the next batch takes at most: a minute of its rate, or what the canary has left. */
export function batchLimit({ ratePerSecond, canary, isCanaryPassed, canarySent }: Paced): number {
  if (!isCanaryPassed) return Math.max(0, canary - canarySent);
  return Math.min(REDIRECT_LIMITS.batch, ratePerSecond * 60);
}

/** Until it looks again when there was nothing to send, or nothing was processed yet. */
export const LOOK_AGAIN_MS = 5000;

/** With nothing to send. Copies that are not processed are read each time: less often, their group may have stopped. */
export function idleRestMs(areCopiesOpen: boolean): number {
  return areCopiesOpen ? BETWEEN_BATCHES_MS : LOOK_AGAIN_MS;
}

/** A full batch is followed at once: its own re-drive keeps the rate. */
export function restAfterMs(taken: number, limit: number): number {
  return taken < limit ? BETWEEN_BATCHES_MS : 0;
}

/** One redirect with the groups that read its topic. */
export interface RedirectEdge {
  readonly group: string;
  readonly topic: string;
  readonly readers: readonly string[];
}

/**
 * Whether messages of the group can come back to it through these redirects: a group that reads the topic is the group
 * itself, or has a redirect that leads back. @returns the topic through which they come back; null: they cannot
 */
export function comesBackThrough(group: string, edges: readonly RedirectEdge[]): string | null {
  const waiting = [group];
  const seen = new Set(waiting);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { topic, readers } of edges.filter((edge) => edge.group === next)) {
      if (readers.includes(group)) return topic;
      for (const reader of readers.filter((each) => !seen.has(each))) {
        seen.add(reader);
        waiting.push(reader);
      }
    }
  }
  return null;
}

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
  readonly why: string | null;
}

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
  const [dead, skipped, unread] = [count('dead'), count('not-delivered'), count('not-read')];
  const unknown = count('unknown');
  const of = `${copies.length} canary ${copies.length === 1 ? 'message' : 'messages'}`;
  const why =
    dead > 0
      ? `${dead} of ${of} became dead letters again`
      : skipped > 0
        ? `${skipped} of ${of} matched the filter of no group`
        : unread > 0
          ? `${unread} of ${of} ${unread === 1 ? 'is' : 'are'} read by no group whose outcome is known`
          : unknown > 0
            ? `the outcome of ${unknown} of ${of} is not on record any more`
            : null;
  if (why !== null) return { ...numbers, state: 'failed', why };
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

/** "repair, audit and 2 that you may not see" @param hidden groups of other teams */
export function readersText(readers: readonly string[], hidden: number): string {
  const names = enumerated(readers);
  if (hidden === 0) return names;
  return readers.length === 0
    ? t('{hidden, number} that you may not see', { hidden })
    : t('{names} and {hidden, number} that you may not see', { names, hidden });
}

/** In place of the name of its topic: of another team, or gone. */
export const HIDDEN_TOPIC = msg('a topic that you may not see');
