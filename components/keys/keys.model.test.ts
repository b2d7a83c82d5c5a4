import { expect, test } from 'vitest';
import type { BlockedKeyView } from '@/lib/console/operations/keys/views';
import { RETRY_VERBS } from '@/lib/model/delivery/retry-change';
import {
  blockedBy,
  keyId,
  keyName,
  reasonFor,
  totalWords,
  whyNot,
  withOutlook,
  withOutlooks,
  wordingOf,
} from './keys.model';

const row = {
  group: 'g',
  key: 'acct-1',
  topic: 't',
  queueNo: 2,
  headOff: 7,
  client: 'worker-1@7@0@x',
  errorType: 'UnknownCurrency',
  since: '2026-01-01T00:00:00.000Z',
  made: 1,
  maxRetries: 20,
  behind: 116,
  hold: null,
  head: {
    attempt: 1,
    leased: false,
    startedAt: null,
    visibleAt: '2026-01-01T00:00:10.000Z',
    retriesItself: false,
    reported: null,
  },
} as unknown as BlockedKeyView;
const now = Date.parse('2026-01-01T00:00:00Z');
const hold = { by: 'ana', reason: '', at: '2026-01-01T00:00:00.000Z' };

const reasons = (of: BlockedKeyView) => RETRY_VERBS.map((verb) => whyNot(verb, of, now));
const leased = { ...row, head: row.head === null ? null : { ...row.head, leased: true, retriesItself: true } };

test('a button that does nothing says why; a lease does not turn one off', () => {
  expect(reasons(row)).toEqual([null, null, null, 'not held']);
  expect(reasons(leased)).toEqual([null, null, null, 'not held']);
  expect(whyNot('now', { ...leased, made: 21 }, now)).toMatch(/^its last attempt is in progress/);
  const held = { ...row, hold, head: row.head === null ? null : { ...row.head, visibleAt: null } };
  expect(reasons(held)).toEqual(['held: release it first', null, 'already held by ana', null]);
  expect(reasons({ ...leased, hold })).toEqual(['held: release it first', null, 'already held by ana', null]);
  expect(reasons({ ...row, hold, head: null })).toEqual([
    'no message of this key is in progress',
    'no message of this key is in progress',
    'already held by ana',
    null,
  ]);
  expect(whyNot('now', row, now + 10_000)).toBe('already due: a client receives it with its next fetch');
});

test('of a head that a client has the button says what taking it back means, and the reason is filled in', () => {
  const later = Date.parse('2026-01-01T00:18:00Z');
  const { label, means, danger } = wordingOf('bury', leased);
  expect({ label, means, danger }).toEqual({
    label: 'Move head to the DLQ…',
    means: [
      'worker-1 may still be processing it. Its answer will be refused, and work that is already done is not undone.',
      '116 messages behind it are delivered at once, in order.',
      'It becomes a dead letter of g. A later re-drive delivers it after the messages now behind it.',
    ],
    danger: true,
  });
  expect(wordingOf('bury', { ...leased, hold }).means[1]).toBe('116 messages behind it stay held.');
  expect(wordingOf('now', leased).label).toBe('Retry head on another client…');
  expect(wordingOf('now', leased).means[0]).toContain('They may be processed twice'.replace('They', 'It'));
  expect(wordingOf('now', row).means).toEqual(['It is delivered now, as attempt 2 of 21.']);
  expect(reasonFor(leased, later)).toBe('UnknownCurrency on acct-1; worker-1 has not reported a result for 18 m');
  expect(blockedBy(leased, later)).toBe(
    'acct-1 has been blocked for 18 m: worker-1 keeps its head message, retries it itself and renews the lease.',
  );
  expect(blockedBy({ ...leased, hold }, later)).toBeNull();
});

test('a key has a name and a place in the address, also one of a message without a key', () => {
  expect([keyName(row), keyId(row)]).toEqual(['acct-1', 'g/t/2/acct-1']);
  const bare = { ...row, key: null };
  expect([keyName(bare), keyId(bare)]).toEqual(['no key, offset 7', 'g/t/2/@7']);
});

test('a row whose forecast says the same a second later is the same row, and another one when it says more', () => {
  const limits = { retryPolicy: { type: 'fixed', intervalMs: 60_000 }, consumptionTimeoutMs: 60_000 };
  const waiting = { ...row, ...limits, deliveryOrder: 'ordered' } as unknown as BlockedKeyView;
  const first = withOutlook(waiting, now);
  expect(first.nextAt).toBe('2026-01-01T00:00:10.000Z');
  expect(withOutlook(waiting, now + 1000)).toBe(first);
  const list = [waiting, { ...waiting, key: 'acct-2' }];
  expect(withOutlooks(list, now + 1000)).toBe(withOutlooks(list, now));
  expect(withOutlooks(list, now)[0]).toBe(first);
  const held = { ...waiting, hold } as unknown as BlockedKeyView;
  expect(withOutlook(held, now)).toMatchObject({ nextAt: null, freeAt: null });
  const withClient = { ...waiting, head: leased.head } as unknown as BlockedKeyView;
  expect(withOutlook(withClient, now + 1000)).not.toBe(withOutlook(withClient, now));
  const changing = [waiting, withClient];
  expect(withOutlooks(changing, now + 1000)).not.toBe(withOutlooks(changing, now));
});

test('the head of a list counts suspended lite topics apart from blocked keys', () => {
  const total = { keys: 2, behind: 3, suspended: 0 };
  expect(totalWords(total, 3)).toBe('2 keys, longest blocked first; 3 messages waiting behind');
  expect(totalWords({ ...total, suspended: 1 }, null)).toBe(
    '2 keys, longest blocked first; 1 lite topic suspended by its client, not blocked',
  );
  expect(totalWords({ ...total, keys: 0, suspended: 2 }, 0)).toBe(
    '2 lite topics suspended by their clients, not blocked',
  );
});
