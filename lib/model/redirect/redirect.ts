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
