import { formatDuration } from '@/components/ui/duration.model';
import { plural } from '@/components/ui/number.model';
import type { BlockedKeyView } from '@/lib/console/operations/keys/views';
import { shortName } from '@/lib/model/group/client-host';
import { consequencesOf } from '@/lib/model/delivery/revoke';
import type { RetryVerb } from '@/lib/model/delivery/retry-change';
import { headOutlook } from '@/lib/model/group/blocked-key';

/** Names a row, also in the address. */
export function keyId({ group, topic, queueNo, key, headOff }: BlockedKeyView): string {
  return [group, topic, queueNo, key ?? `@${headOff ?? ''}`].join('/');
}

export function keyName({ key, headOff }: Pick<BlockedKeyView, 'key' | 'headOff'>): string {
  return key ?? `no key, offset ${headOff ?? 'unknown'}`;
}

const outlooks = new WeakMap<BlockedKeyView, BlockedKeyView>();

/** With the forecast of now. While that says the same it is the same row, and a list does not draw it again. */
export function withOutlook(row: BlockedKeyView, nowMs: number): BlockedKeyView {
  const outlook = headOutlook(row.head, { ...row, held: row.hold !== null }, nowMs);
  const before = outlooks.get(row);
  if (
    before !== undefined &&
    before.made === outlook.made &&
    before.clientAttempt === outlook.clientAttempt &&
    before.nextAt === outlook.nextAt &&
    before.freeAt === outlook.freeAt
  )
    return before;
  const after = { ...row, ...outlook };
  outlooks.set(row, after);
  return after;
}

/** Why a button is off; null: it does something. The server checks again. */
export function whyNot(verb: RetryVerb, row: BlockedKeyView, nowMs: number): string | null {
  if (verb === 'hold') return row.hold === null ? null : `held by ${row.hold.by} already`;
  if (verb === 'release') return row.hold === null ? 'not held' : null;
  if (row.head === null) return 'nothing of this key is in progress';
  if (verb === 'bury') return null;
  if (row.hold !== null || row.head.visibleAt === null) return 'held: release it first';
  if (row.head.leased) {
    return row.made > row.maxRetries
      ? 'its last attempt is in progress: only the DLQ is left when it is taken back'
      : null;
  }
  return Date.parse(row.head.visibleAt) <= nowMs ? 'due already: a client gets it when it fetches' : null;
}

export interface Wording {
  readonly label: string;
  /** The consequences, beside the button and in the dialog. */
  readonly means: readonly string[];
  readonly title: string;
  readonly confirm: string;
  readonly done: string;
  readonly danger?: true;
}

/** What a button says about a key. What a client has is taken back from it: that has consequences of its own. */
export function wordingOf(verb: RetryVerb, row: BlockedKeyView): Wording {
  const name = keyName(row);
  const { group, behind, hold, client } = row;
  const isLeased = row.head?.leased === true;
  const revoked = (of: 'now' | 'bury'): readonly string[] =>
    consequencesOf({ verb: of, group, messages: 1, client, key: { behind, held: hold !== null } });
  switch (verb) {
    case 'now':
      return {
        label: isLeased ? 'Retry head on another client…' : 'Retry head now…',
        means: isLeased
          ? revoked('now')
          : [
              `Its wait ends, and it is delivered as attempt ${row.made + 1} of ${row.maxRetries + 1}.` +
                (row.made >= row.maxRetries ? ' It is the last one: the message moves to the DLQ if it fails.' : ''),
            ],
        title: isLeased ? `Retry the head message of ${name} on another client?` : `Retry the head of ${name} now?`,
        confirm: isLeased ? 'Retry head' : 'Retry now',
        done: `The head of ${name} is due now.`,
      };
    case 'bury':
      return {
        label: 'Move head to the DLQ…',
        means: isLeased
          ? revoked('bury')
          : [
              `It is not retried. ${plural(behind, 'message')} behind it ` +
                (hold === null
                  ? `${behind === 1 ? 'is' : 'are'} delivered at once, in order.`
                  : `${behind === 1 ? 'stays' : 'stay'} held.`),
              `It becomes a dead letter of ${group}. A later re-drive delivers it after the messages now behind it.`,
            ],
        title: `Move the head message of ${name} to the DLQ?`,
        confirm: 'Move head to the DLQ',
        done: `The head of ${name} is a dead letter.`,
        danger: true,
      };
    case 'hold':
      return {
        label: 'Hold key…',
        means: [
          `No further delivery of ${name} until you release it, and no move to the DLQ. ` +
            `${isLeased ? 'The delivery in progress continues. ' : ''}Other keys are not affected.`,
        ],
        title: `Hold the key ${name}?`,
        confirm: 'Hold key',
        done: `${name} is held.`,
      };
    case 'release':
      return {
        label: 'Release key…',
        means: ['It continues where it stopped, in order. A head whose time is past is due at once.'],
        title: `Release the key ${name}?`,
        confirm: 'Release key',
        done: `${name} is released.`,
      };
  }
}

/** For the audit log, to be edited. */
export function reasonFor(row: BlockedKeyView, nowMs: number): string {
  const cause = row.errorType ?? 'No error reported';
  const who = row.client === null ? 'its client' : shortName(row.client);
  return `${cause} on ${keyName(row)}; ${who} has not reported a result for ${blockedFor(row, nowMs)}`;
}

/** What holds up a key, in one sentence. Null: an operator does, and the row says so. */
export function blockedBy(row: BlockedKeyView, nowMs: number): string | null {
  if (row.hold !== null || row.head === null) return null;
  const since = `${keyName(row)} has been blocked for ${blockedFor(row, nowMs)}`;
  if (!row.head.leased) return `${since}: attempt ${row.made} of its head message failed.`;
  const who = row.client === null ? 'a client' : shortName(row.client);
  return row.head.retriesItself
    ? `${since}: ${who} keeps its head message, retries it by itself and renews the lease.`
    : `${since}: ${who} has its head message and reported no result.`;
}

/** "24 m 29 s". */
export function blockedFor({ since }: BlockedKeyView, nowMs: number): string {
  return formatDuration(Math.max(0, nowMs - Date.parse(since)), 2);
}
