import { formatDuration } from '@/components/ui/duration.model';
import type { BlockedKeysPage, BlockedKeyView } from '@/lib/console/operations/keys/views';
import { shortName } from '@/lib/model/group/client-host';
import { consequencesOf, deadLetters, followers } from '@/lib/model/delivery/revoke';
import type { RetryVerb } from '@/lib/model/delivery/retry-change';
import { headOutlook } from '@/lib/model/group/blocked-key';
import { t } from '@/lib/model/language/t';
import { itemized, sentences } from '@/lib/model/language/list';

/** Names a row, also in the address. */
export function keyId({ group, topic, queueNo, key, headOff }: BlockedKeyView): string {
  return [group, topic, queueNo, key ?? `@${headOff ?? ''}`].join('/');
}

export function keyName({ key, headOff }: Pick<BlockedKeyView, 'key' | 'headOff'>): string {
  if (key !== null) return key;
  return headOff === null ? t('no key, offset unknown') : t('no key, offset {offset}', { offset: headOff });
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

const lists = new WeakMap<readonly BlockedKeyView[], readonly BlockedKeyView[]>();

/** The same of a whole list, which is the same list while every row says the same. */
export function withOutlooks(rows: readonly BlockedKeyView[], nowMs: number): readonly BlockedKeyView[] {
  const before = lists.get(rows);
  const after = rows.map((row) => withOutlook(row, nowMs));
  if (before !== undefined && after.every((row, index) => row === before[index])) return before;
  lists.set(rows, after);
  return after;
}

/** Why a button is off; null: it does something. The server checks again. */
export function whyNot(verb: RetryVerb, row: BlockedKeyView, nowMs: number): string | null {
  if (verb === 'hold') return row.hold === null ? null : t('already held by {name}', { name: row.hold.by });
  if (verb === 'release') return row.hold === null ? t('not held') : null;
  if (row.head === null) return t('no message of this key is in progress');
  if (verb === 'bury') return null;
  if (row.hold !== null || row.head.visibleAt === null) return t('held: release it first');
  if (row.head.leased) {
    return row.made > row.maxRetries
      ? t('its last attempt is in progress: if it is taken back, it can only move to the DLQ')
      : null;
  }
  return Date.parse(row.head.visibleAt) <= nowMs ? t('already due: a client receives it with its next fetch') : null;
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
        label: isLeased ? t('Retry head on another client…') : t('Retry head now…'),
        means: isLeased
          ? revoked('now')
          : [
              t('It is delivered now, as attempt {attempt, number} of {max, number}.', {
                attempt: row.made + 1,
                max: row.maxRetries + 1,
              }),
              ...(row.made >= row.maxRetries
                ? [t('This is the last attempt: the message moves to the DLQ if it fails.')]
                : []),
            ],
        title: isLeased
          ? t('Retry the head message of {name} on another client?', { name })
          : t('Retry the head message of {name} now?', { name }),
        confirm: isLeased ? t('Retry head') : t('Retry now'),
        done: t('The head message of {name} is due now.', { name }),
      };
    case 'bury':
      return {
        label: t('Move head to the DLQ…'),
        means: isLeased
          ? revoked('bury')
          : [
              sentences(t('It is not retried.'), followers(behind, hold !== null, 1)),
              deadLetters({ messages: 1, group, behind: null }),
            ],
        title: t('Move the head message of {name} to the DLQ?', { name }),
        confirm: t('Move head to the DLQ'),
        done: t('The head message of {name} is a dead letter now.', { name }),
        danger: true,
      };
    case 'hold':
      return {
        label: t('Hold key…'),
        means: [
          t('{name} is not delivered, and does not move to the DLQ, until you release it.', { name }),
          ...(isLeased ? [t('The delivery in progress continues.')] : []),
          t('Other keys are not affected.'),
        ],
        title: t('Hold the key {name}?', { name }),
        confirm: t('Hold key'),
        done: t('{name} is held.', { name }),
      };
    case 'release':
      return {
        label: t('Release key…'),
        means: [t('Delivery continues where it stopped, in order. A head message that is overdue is due at once.')],
        title: t('Release the key {name}?', { name }),
        confirm: t('Release key'),
        done: t('{name} is released.', { name }),
      };
  }
}

/** For the audit log, to be edited. */
export function reasonFor(row: BlockedKeyView, nowMs: number): string {
  const cause = row.errorType ?? t('No error reported');
  const client = row.client === null ? t('its client') : shortName(row.client);
  return t('{cause} on {key}; {client} has not reported a result for {time}', {
    ...{ cause, key: keyName(row), client, time: blockedFor(row, nowMs) },
  });
}

/** What holds up a key, in one sentence. Null: an operator does, and the row says so. */
export function blockedBy(row: BlockedKeyView, nowMs: number): string | null {
  if (row.hold !== null || row.head === null) return null;
  const given = { key: keyName(row), time: blockedFor(row, nowMs) };
  if (!row.head.leased)
    return t('{key} has been blocked for {time}: attempt {attempt, number} of its head message failed.', {
      ...given,
      attempt: row.made,
    });
  const client = row.client === null ? t('a client') : shortName(row.client);
  return row.head.retriesItself
    ? t('{key} has been blocked for {time}: {client} keeps its head message, retries it itself and renews the lease.', {
        ...given,
        client,
      })
    : t('{key} has been blocked for {time}: {client} has its head message and has not reported a result.', {
        ...given,
        client,
      });
}

/** "24 m 29 s". */
export function blockedFor({ since }: BlockedKeyView, nowMs: number): string {
  return formatDuration(Math.max(0, nowMs - Date.parse(since)), 2);
}

/** How many keys a list has. `behind`: null while it is not known. */
export function totalWords({ keys, suspended }: BlockedKeysPage['total'], behind: number | null): string {
  const blocked =
    behind === null
      ? t('{keys, plural, one {# key} other {# keys}}, longest blocked first', { keys })
      : t(
          `{keys, plural, one {# key} other {# keys}}, longest blocked first; {behind, plural, one {# message} other
          {# messages}} waiting behind`,
          { keys, behind },
        );
  if (suspended === 0) return blocked;
  const waits = t(
    `{count, plural, one {# lite topic suspended by its client} other {# lite topics suspended by their clients}},
    not blocked`,
    { count: suspended },
  );
  return keys === 0 ? waits : itemized([blocked, waits]);
}
