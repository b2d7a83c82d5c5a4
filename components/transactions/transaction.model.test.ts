import { describe, expect, test } from 'vitest';
import type { HalfMessageView } from '@/lib/console/operations/transactions/views';
import { speechIn } from '@/lib/language/catalogues';
import { inSpeech } from '@/lib/model/language/speech';
import { t } from '@/lib/model/language/t';
import { DEFAULT_TRANSACTIONS } from '@/lib/model/message/half-message';
import { describeEnd, describePolicy, describeWait, transactionsHref } from './transaction.model';

const NOW = Date.parse('2026-01-01T00:02:20.000Z');
const half: HalfMessageView = {
  at: 'half-1',
  topic: 'orders',
  messageId: 'M1',
  state: 'pending',
  producer: 'producer-1',
  tag: null,
  keys: [],
  properties: [],
  bodyBytes: 3,
  bornAt: '2026-01-01T00:00:00.000Z',
  bornHost: 'host',
  storedAt: '2026-01-01T00:00:00.000Z',
  checks: 2,
  lastCheckAt: '2026-01-01T00:02:00.000Z',
  nextCheckAt: '2026-01-01T00:03:00.000Z',
  givesUpAt: '2026-01-01T04:00:00.000Z',
  resolvedAt: null,
  resolvedBy: null,
  resolver: null,
  hasBody: true,
};

describe('the wait of a half message', () => {
  const wait = (change: Partial<HalfMessageView>) => describeWait({ ...half, ...change }, DEFAULT_TRANSACTIONS, NOW);

  test('the next check has its number and its time', () => {
    expect(wait({})).toBe('Half message, waiting for its producer: check 3 of 15 in 40 s');
  });
  test('a check that is due waits for a producer', () => {
    expect(wait({ nextCheckAt: '2026-01-01T00:02:00.000Z' })).toBe(
      'Half message, waiting for its producer: check 3 of 15 as soon as a producer of the topic is connected',
    );
  });
  test('after the last check only the end is left', () => {
    const last = { checks: 15, nextCheckAt: null };
    expect(wait({ ...last, givesUpAt: '2026-01-01T00:03:00.000Z' })).toBe(
      'Half message, waiting for its producer, checked 15 times: rolled back in 40 s',
    );
    expect(wait({ ...last, givesUpAt: '2026-01-01T00:02:00.000Z' })).toMatch(/rolled back now$/);
  });
  test.each(['zh-CN', 'ja'] as const)('what is due says so in %s too', (language) =>
    inSpeech(speechIn(language), () => {
      const now = { givesUpAt: new Date(NOW).toISOString(), checks: 15 };
      expect(wait({ ...now, nextCheckAt: null })).toBe(
        t(
          `Half message, waiting for its producer, {checks, plural, =0 {not checked yet} one {checked once} other
          {checked # times}}: rolled back now`,
          now,
        ),
      );
      expect(wait({ nextCheckAt: new Date(NOW).toISOString() })).toBe(
        t(
          `Half message, waiting for its producer: check {check, number} of {max, number} as soon as a producer of the
          topic is connected`,
          { check: 3, max: 15 },
        ),
      );
    }),
  );
  test('a check after its lifetime never happens', () => {
    expect(wait({ checks: 0, nextCheckAt: '2026-01-01T05:00:00.000Z' })).toBe(
      'Half message, waiting for its producer, not checked yet: rolled back in 3 h 57 m 40 s',
    );
  });
});

test.each<[Partial<HalfMessageView>, string]>([
  [{ state: 'committed', resolvedBy: 'client' }, 'Committed by its producer'],
  [{ state: 'rolled-back', resolvedBy: 'server-check' }, 'Rolled back by a producer in a check'],
  [{ state: 'rolled-back', resolvedBy: 'operator', resolver: 'a@b.c' }, 'Rolled back by a@b.c instead of its producer'],
  [{ state: 'given-up', resolvedBy: 'check-limit', checks: 15 }, 'Rolled back: no answer to 15 checks'],
  [{ state: 'given-up', resolvedBy: 'lifetime' }, 'Rolled back: its producer did not end it within its lifetime'],
])('%j is described', (change, sentence) => {
  expect(describeEnd({ ...half, ...change })).toBe(sentence);
});

test('the rules and the address', () => {
  expect(describePolicy(DEFAULT_TRANSACTIONS)).toBe(
    'If a producer does not end its transaction, the broker checks it every 1 m, at most 15 times. After that, or after 4 h, the message is rolled back.',
  );
  expect(transactionsHref('a%b')).toBe('/topics/a%25b/transactions');
});
