import { DEFAULT_PRODUCER_RETRY } from '@/lib/model/delivery/producer-retry';
import { describe, expect, test } from 'vitest';
import type { LimitView, ProtectionView } from '@/lib/console/operations/limits/views';
import type { ThrottlingPage } from '@/lib/console/operations/limits/views';
import { known, unknown, valueOrNull } from '@/lib/model/reading';
import { summaryOf } from './summary.model';
import {
  filterRows,
  foldFar,
  formatAmount,
  limitRows,
  refusalWords,
  roomText,
  stalePage,
  stateWords,
  waitWords,
} from './throttling.model';

const AT = '2026-01-01T00:00:00.000Z';

function limit(fields: Partial<LimitView>): LimitView {
  const { kind = 'send-rate', scope = 'topic', subject = 'orders' } = fields;
  return {
    name: `${kind} of ${scope} ${subject}`,
    kind,
    scope,
    subject,
    unit: 'messages/s',
    hard: 400,
    softShare: 0.8,
    burstMs: 1000,
    enabled: true,
    version: 3,
    reason: '',
    updatedBy: 'ana',
    updatedAt: AT,
    used: known(100, AT),
    line: 400,
    nodes: 1,
    state: 'room',
    refused: known(0, AT),
    lastRefusedAt: null,
    drain: null,
    ...fields,
  };
}

const disk: ProtectionView = {
  name: 'disk-free',
  unit: 'bytes',
  line: 256e6,
  isFloor: true,
  used: known(1_024e6, AT),
  state: 'room',
  refused: known(0, AT),
  lastRefusedAt: null,
  detail: 'room on the disk',
};

const page = (limits: LimitView[], protections: ProtectionView[] = []): ThrottlingPage => ({
  topic: null,
  range: '1h',
  until: null,
  stepSeconds: 10,
  bars: known([], AT),
  marks: known([], AT),
  limits: known(limits, AT),
  protections,
  throttled: known([], AT),
  refusals: known([], AT),
  refused: known({ requests: 0, sends: 0, clients: 0, named: 0, lastAt: null, topics: [] }, AT),
  waits: unknown('no client was refused'),
  load: known([], AT),
  failovers: known([], AT),
  retry: known(DEFAULT_PRODUCER_RETRY, AT),
});

describe('rows', () => {
  test('what refuses first, then what is near, then the fullest; unknown after known, off last', () => {
    const rows = limitRows(
      page(
        [
          limit({ subject: 'off', state: 'off', enabled: false, used: unknown('off') }),
          limit({ subject: 'unread', state: 'unknown', used: unknown('not read yet') }),
          limit({ subject: 'room', used: known(200, AT) }),
          limit({ subject: 'near', state: 'warning', used: known(360, AT) }),
          limit({ subject: 'full', state: 'refusing', used: known(300, AT) }),
        ],
        [disk],
      ),
    );
    expect(rows.map(({ words }) => words)).toEqual([
      'Sends, topic full',
      'Sends, topic near',
      'Sends, topic room',
      'Free disk space',
      'Sends, topic unread',
      'Sends, topic off',
    ]);
    expect(rows[3]).toMatchObject({
      value: 'at least 256 MB',
      share: { value: 0.25 },
      limitedBy: 'Broker, this node',
    });
    expect(rows[4]?.share.kind).toBe('unknown');
    expect(summaryOf(rows, page([]))).toEqual({
      bold: 'Refusing now: Sends, topic full (400/s, set by ana).',
      rest: 'Near the limit: Sends, topic near (90 % of 400/s).',
    });
  });

  test('a limit that refused a moment ago shows its current level, below the limits that refuse now', () => {
    const rows = limitRows(
      page([
        limit({ subject: 'past', state: 'refused', used: known(0, AT) }),
        limit({ subject: 'full', state: 'refusing', used: known(0, AT) }),
      ]),
    );
    const room = rows.map((row) => [row.words, stateWords[row.state], roomText(valueOrNull(row.share) ?? 1, row)]);
    expect(room).toEqual([
      ['Sends, topic full', 'Refusing', 'less than requested'],
      ['Sends, topic past', 'Refused just now', '100 %'],
    ]);
    expect(roomText(0.9, { state: 'refusing', unit: 'messages' })).toBe('none');
  });

  test('a rate shared by nodes is measured against the share of this one', () => {
    const [row] = limitRows(page([limit({ nodes: 4, line: 100, used: known(90, AT) })]));
    expect(row).toMatchObject({ value: '400/s', note: 'shared by 4 nodes; this node: 100/s', share: { value: 0.9 } });
  });

  test('of equally free limits, the ones that operators set come first', () => {
    const idle = { ...disk, name: 'running-calls', isFloor: false, used: known(0, AT) };
    const rows = limitRows(page([limit({ used: known(0, AT) })], [idle]));
    expect(rows.map(({ words }) => words)).toEqual(['Sends, topic orders', 'Running calls']);
  });

  test('without limits the page says so', () => {
    expect(summaryOf(limitRows(page([], [disk])), page([], [disk])).rest).toContain('No limit is set');
  });
});

test('what another node refuses is said too: whom, for how long, how much, by whom most', () => {
  const base = { limit: 'send-rate of topic orders', topic: 'orders', group: '', accessKey: '', lastAt: AT };
  const wait = unknown<never>('another process');
  const given = {
    ...page([limit({})]),
    throttled: known([{ topic: 'orders', refused: 3, since: AT, lastedMs: 1_250_000 }], AT),
    refusals: known(
      [
        { ...base, client: 'import', refused: 52, wait },
        { ...base, client: 'checkout-api', refused: 1_790, wait },
        { ...base, client: 'consumer', group: 'billing', refused: 9, wait },
      ],
      AT,
    ),
    // More were refused than are listed.
    refused: known(
      {
        requests: 3_693,
        sends: 3_684,
        clients: 60,
        named: 60,
        lastAt: AT,
        topics: [{ topic: 'orders', sends: 3_684 }],
      },
      AT,
    ),
  };
  expect(summaryOf(limitRows(given), given)).toEqual({
    bold: 'Sends are refused.',
    rest: 'orders: refused for 20 m 50 s, 3,684 sends in 15 min, 49 % from checkout-api.',
  });
});

test('what was refused and is not any more is said', () => {
  const given = {
    ...page([limit({})]),
    refused: known({ requests: 12, sends: 12, clients: 1, named: 1, lastAt: AT, topics: [] }, AT),
  };
  const words = { bold: 'No request is refused now.', rest: '12 requests were refused in the last 15 min.' };
  expect(summaryOf(limitRows(given), given)).toEqual(words);
  expect(summaryOf(limitRows(given), { ...given, until: AT }).rest).toBe('');
});

describe('what is not known', () => {
  test('limits that could not be read are not no limits', () => {
    const rows = limitRows({ limits: unknown('the database did not respond'), protections: [disk] });
    expect(rows.map(({ words }) => words)).toEqual(['Free disk space']);
    const unread = { ...page([]), limits: unknown<never[]>('the database did not respond') };
    expect(summaryOf(rows, unread)).toEqual({ bold: 'The limits set by operators are unknown.', rest: '' });
    expect(summaryOf(rows, { ...page([]), throttled: unknown('no answer') }).bold).toBe(
      'Whether sends are refused is unknown.',
    );
  });

  test('a page that could not be read again keeps its figures, all of them marked', () => {
    const old = stalePage(page([limit({ drain: known({ kind: 'empty' }, AT) })], [disk]), 'no answer');
    const [own, process] = limitRows(old);
    expect([own?.used.kind, own?.refused.kind, own?.share.kind, own?.drain?.kind]).toEqual(Array(4).fill('stale'));
    expect(process?.used.kind).toBe('stale');
    const { topic: _t, range: _r, until: _u, stepSeconds: _s, protections: _p, ...parts } = old;
    for (const [name, { kind }] of Object.entries(parts))
      expect([name, kind]).toEqual([name, name === 'waits' ? 'unknown' : 'stale']);
  });
});

test('limits are found by words and state', () => {
  const rows = limitRows(
    page([limit({ subject: 'orders', reason: 'incident 7' }), limit({ subject: 'mail', state: 'off' })]),
  );
  const found = (q: string, state = ''): string[] => filterRows(rows, { q, state }).map(({ words }) => words);
  expect(found('')).toHaveLength(2);
  expect(found('topic ORDERS')).toEqual(['Sends, topic orders']);
  expect(found('incident')).toEqual(['Sends, topic orders']);
  expect(found('ana', 'off')).toEqual(['Sends, topic mail']);
  expect(found('nothing')).toEqual([]);
});

test.each([
  [
    { longestMs: 2_600, through: 2 },
    { longest: 'after up to 2.6 s', open: null },
  ],
  [
    { longestMs: 2_600, through: 2, lostSight: 1 },
    { longest: 'after at least 2.6 s', open: null },
  ],
  [
    { waiting: 3, waitingMs: 4_000, gone: 2 },
    { longest: null, open: '3 waiting for 4 s so far, 2 given up' },
  ],
])('a wait of %o reads %o', (fields, words) => {
  const none = { through: 0, longestMs: null, waiting: 0, waitingMs: null, gone: 0, mostInARow: 1, lostSight: 0 };
  expect(waitWords({ wait: known({ ...none, ...fields }, AT) })).toEqual(words);
  expect(waitWords({ wait: unknown('another process') })).toEqual({ longest: null, open: null });
});

test.each([
  [400, 'messages/s', '400/s'],
  [0.25, 'messages/s', '0.25/s'],
  [0.02, 'messages/s', '0.02/s'],
  [2_500_000, 'bytes/s', '2.5 MB/s'],
  [200e9, 'bytes', '200 GB'],
  [90, 's', '1 m 30 s'],
  [31, 'ms', '31 ms'],
  [1_024, 'requests', '1,024'],
])('%d %s is %s', (value, unit, text) => {
  expect(formatAmount(value, unit)).toBe(text);
});

test('names', () => {
  expect(refusalWords('send-rate of topic orders')).toBe('Sends, topic orders');
  expect(refusalWords('send-head-wait')).toBe('Send queue, head wait');
  expect(refusalWords('something else')).toBe('something else');
});

test('limits far below fold, but not the one in view, and not one that is unknown or has just refused', () => {
  const rows = limitRows(
    page([
      limit({ subject: 'far', used: known(10, AT) }),
      limit({ subject: 'viewed', used: known(10, AT) }),
      limit({ subject: 'unread', used: unknown('not read yet') }),
      limit({ subject: 'lately', used: known(10, AT), refused: known(3, AT) }),
      limit({ subject: 'half', used: known(200, AT) }),
    ]),
  );
  const { near, far } = foldFar(rows, 'send-rate of topic viewed');
  expect(far.map(({ words }) => words)).toEqual(['Sends, topic far']);
  expect(near).toHaveLength(4);
  expect(foldFar(far, undefined)).toEqual({ near: far, far: [] });
});
