import { formatDuration } from '@/components/ui/duration.model';
import { plural } from '@/components/ui/number.model';
import type { BlockedKeyView } from '@/lib/console/reads/blocked-keys';
import type { RetryVerb } from '@/lib/model/retry-change';

/** Names a row, also in the address. */
export function keyId({ group, topic, queueNo, key, headOff }: BlockedKeyView): string {
  return [group, topic, queueNo, key ?? `@${headOff ?? ''}`].join('/');
}

export function keyName({ key, headOff }: Pick<BlockedKeyView, 'key' | 'headOff'>): string {
  return key ?? `no key, offset ${headOff ?? 'unknown'}`;
}

/** Why a button is off; null: it does something. The server checks again. */
export function whyNot(verb: RetryVerb, row: BlockedKeyView, nowMs: number): string | null {
  if (verb === 'hold') return row.hold === null ? null : `held by ${row.hold.by} already`;
  if (verb === 'release') return row.hold === null ? 'not held' : null;
  if (row.head === null) return 'nothing of this key is in progress';
  if (row.head.leased) return `${row.client ?? 'a client'} has the head until its lease ends`;
  if (verb === 'bury') return null;
  if (row.hold !== null || row.head.visibleAt === null) return 'held: release it first';
  return Date.parse(row.head.visibleAt) <= nowMs ? 'due already: a client gets it when it fetches' : null;
}

interface Wording {
  readonly label: string;
  /** What it means, beside the button. */
  readonly means: (row: BlockedKeyView) => string;
  readonly title: (row: BlockedKeyView) => string;
  readonly explains: (row: BlockedKeyView) => string;
  readonly confirm: string;
  readonly done: (name: string) => string;
  readonly danger?: true;
}

export const KEY_WORDING: Readonly<Record<RetryVerb, Wording>> = {
  now: {
    label: 'Retry head now',
    means: () => 'its wait ends, and it is delivered as the next try',
    title: (row) => `Retry the head of ${keyName(row)} now?`,
    explains: (row) =>
      `It is delivered as try ${row.made + 1} of ${row.maxRetries + 1}, and counts as any other.` +
      (row.made >= row.maxRetries ? ' It is the last one: the message is dead if it fails.' : ''),
    confirm: 'Retry now',
    done: (name) => `The head of ${name} is due now.`,
  },
  bury: {
    label: 'Send head to dead letters…',
    means: ({ behind }) => `${plural(behind, 'message')} ${behind === 1 ? 'moves' : 'move'} on without it, in order`,
    title: (row) => `Send the head of ${keyName(row)} to the dead letters?`,
    explains: ({ behind }) =>
      `It is not retried any more, and the next of its key goes on: ${plural(behind, 'message')} ` +
      `${behind === 1 ? 'waits' : 'wait'} behind it. Later it can be re-driven, then out of order.`,
    confirm: 'Send head',
    done: (name) => `The head of ${name} is a dead letter.`,
    danger: true,
  },
  hold: {
    label: 'Hold key…',
    means: () => 'nothing of this key is delivered until you release it',
    title: (row) => `Hold the key ${keyName(row)}?`,
    explains: () =>
      'Nothing of it is delivered, and nothing of it dies, until an operator releases it. What a client has already goes ' +
      'on. Other keys are not affected.',
    confirm: 'Hold key',
    done: (name) => `${name} is held.`,
  },
  release: {
    label: 'Release key…',
    means: () => 'it goes on where it stopped, in order',
    title: (row) => `Release the key ${keyName(row)}?`,
    explains: () => 'It goes on where it stopped, in order: a head whose time is past is due at once.',
    confirm: 'Release key',
    done: (name) => `${name} goes on.`,
  },
};

/** "24 m 29 s". */
export function blockedFor({ since }: BlockedKeyView, nowMs: number): string {
  return formatDuration(Math.max(0, nowMs - Date.parse(since)), 2);
}
