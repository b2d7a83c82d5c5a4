import { describe, expect, test } from 'vitest';
import { speechIn } from '../../language/catalogues';
import { inSpeech } from '../language/speech';
import type { Signal } from '../signal/signal';
import { atLeast, known, stale, unknown } from '../reading';
import { PROBLEM_FACTS, PROBLEM_KINDS } from './kinds';
import { toText } from './phrase';
import type { EvidenceOf, Found, ProblemKind } from './problem';
import { rankProblems } from './rank';

/** A re-drive that its rule stopped after its canary. */
const RUN = {
  ...{ redriveId: 2, name: 'RD-2', why: null },
  stopped: { rule: 'canary-failed', failed: 4, of: 4 },
} as const;
const AT = '2026-11-21T02:58:00.000Z';
const LATER = '2026-11-21T04:24:00.000Z';
const n = (value: number) => known(value, AT);

/** One of each kind: a new kind does not compile without. */
const EVIDENCE: EvidenceOf = {
  'database-trouble': { troubles: ['the disk of the database is full', 'a node is silent'], since: AT },
  'process-trouble': { troubles: ['broker 2 was ended by SIGKILL 3 s ago, and runs again'] },
  'numbers-unknown': { groups: ['email'], of: 15, since: AT, reason: 'no newer count' },
  'dying-soon': { group: 'orders', dying: n(591), firstAt: AT, lastAt: LATER },
  'dead-letters': {
    group: 'billing',
    undecided: n(412),
    notReleased: n(0),
    run: null,
    dying: n(0),
    dyingBy: LATER,
    causes: 1,
    newest: { fingerprint: 'ab12', text: 'PaymentGatewayTimeout: upstream 504' },
    firstAt: AT,
    lastAt: LATER,
  },
  'expiring-letters': { group: 'inventory', expiring: n(316), nextAt: LATER },
  'blocked-keys': { group: 'ledger', keys: n(7), behind: n(1936), since: AT },
  'no-consumer': { group: 'shipping', ready: n(1), oldestAt: AT, since: AT },
  'subscriptions-differ': {
    group: 'notify',
    topics: [
      {
        topic: 'shop-events',
        filters: [
          { type: 'TAG', expression: 'blue', clients: 3 },
          { type: 'TAG', expression: 'red', clients: 1 },
        ],
      },
    ],
    filtered: n(30),
    since: AT,
  },
  'backlog-grows': {
    group: 'search',
    backlog: n(184_732),
    drain: { kind: 'growing', perSecond: 36.4 },
    inPerSecond: n(220),
    outPerSecond: n(184),
    consumers: n(4),
    oldestAt: AT,
  },
  'retry-amplification': { group: 'webhooks', perMessage: n(2.41), retries: n(58), waiting: n(9200) },
  'stale-client': { client: 'host-1@7', group: 'tax', silent: n(1), seenAt: AT },
  'throttled-producers': { topic: 'checkout', refused: n(1842), since: AT, lastAt: LATER },
  'redrive-failing': {
    redriveId: 8,
    name: 'RD-8',
    group: 'billing',
    why: 'could not extend file: No space left on device',
    left: n(12),
    since: AT,
    lastAt: LATER,
  },
  'redirect-stopped': {
    name: 'SR-4',
    group: 'billing',
    topic: 'billing-repair',
    why: '1 of 10 canary messages became dead letters again',
    left: n(9),
    stoppedAt: AT,
  },
  'redrive-stopped': {
    redriveId: 7,
    name: 'RD-7',
    group: 'billing',
    stopped: { rule: 'canary-failed', failed: 10, of: 10 },
    left: n(402),
    stoppedAt: AT,
  },
  alarm: {
    incidentId: 3,
    severity: 'warning',
    subject: { kind: 'group', name: 'audit' },
    says: 'backlog',
    amount: '1,200 messages',
    threshold: '1,000 messages',
    firedAt: AT,
    others: 0,
  },
};

function found<Kind extends ProblemKind>(kind: Kind, change: Partial<EvidenceOf[Kind]> = {}): Found {
  return { kind, of: { ...EVIDENCE[kind], ...change } } as unknown as Found;
}

function sentence(kind: ProblemKind, change: object = {}): string {
  const [problem] = rankProblems([found(kind, change)], []);
  return problem === undefined ? '' : `${problem.subject.name}: ${toText(problem.says)}`;
}

const firing = (
  watch: Signal,
  subject: string,
  by: string | null = null,
): Parameters<typeof rankProblems>[1][number] => ({
  ...{ incidentId: 3, watch, subject, severity: 'warning' as const, value: 1200, threshold: 1000 },
  ...{ firedAt: new Date(AT), acknowledgedBy: by },
});

describe('a problem is one sentence with its numbers', () => {
  test.each<[ProblemKind, object, string]>([
    ['database-trouble', {}, 'Broker: the disk of the database is full.'],
    [
      'numbers-unknown',
      {},
      'email: counts unknown since 2026-11-21 02:58 UTC. The state of these groups is unknown, and their alarms stay open.',
    ],
    [
      'numbers-unknown',
      { groups: ['a', 'b'], of: 2 },
      'Counts: of every group unknown since 2026-11-21 02:58 UTC. The state of these groups is unknown, and their alarms stay open.',
    ],
    [
      'numbers-unknown',
      { groups: ['a', 'b'], since: null },
      'Counts: of 2 groups unknown. The state of these groups is unknown, and their alarms stay open.',
    ],
    [
      'dying-soon',
      {},
      'orders: 591 messages on the last attempt; they move to the DLQ by 2026-11-21 04:24 UTC unless it succeeds.',
    ],
    ['dead-letters', {}, 'billing: 412 dead letters since 2026-11-21 02:58 UTC, one cause.'],
    [
      'dead-letters',
      { dying: n(591), causes: 11 },
      'billing: 412 dead letters since 2026-11-21 02:58 UTC, more than 10 causes. 591 more messages can move to the DLQ by 2026-11-21 04:24 UTC.',
    ],
    [
      'dead-letters',
      { undecided: n(4), notReleased: n(20_996), run: RUN },
      'billing: 21,000 dead letters. Re-drive RD-2 stopped: 4 of 4 failed again.',
    ],
    [
      'dead-letters',
      { undecided: n(0), notReleased: n(1), run: { ...RUN, stopped: null, why: 'the disk is full' } },
      'billing: 1 dead letter. Re-drive RD-2 cannot release: the disk is full.',
    ],
    ['subscriptions-differ', {}, 'notify: clients subscribe differently to shop-events since 2026-11-21 02:58 UTC.'],
    ['expiring-letters', {}, 'inventory: 316 dead letters expire within 24 h, the first 2026-11-21 04:24 UTC.'],
    ['expiring-letters', { expiring: n(1), nextAt: null }, 'inventory: 1 dead letter expires within 24 h.'],
    ['blocked-keys', {}, 'ledger: 7 keys blocked, 1,936 messages wait behind them since 2026-11-21 02:58 UTC.'],
    [
      'blocked-keys',
      { keys: n(1), behind: n(1) },
      'ledger: 1 key blocked, 1 message waits behind it since 2026-11-21 02:58 UTC.',
    ],
    ['no-consumer', {}, 'shipping: no consumer is connected since 2026-11-21 02:58 UTC; 1 message waits.'],
    ['no-consumer', { since: null }, 'shipping: no consumer is connected, unknown since when; 1 message waits.'],
    ['backlog-grows', {}, 'search: backlog 184,732 and growing 36.4/s; never drains at this rate.'],
    ['backlog-grows', { drain: { kind: 'never' } }, 'search: backlog 184,732; never drains at this rate.'],
    ['retry-amplification', {}, 'webhooks: 58 % of its load is retries (2.41 deliveries per message).'],
    ['stale-client', {}, 'tax: host-1@7 is silent since 2026-11-21 02:58 UTC.'],
    ['stale-client', { silent: n(3) }, 'tax: 3 clients are silent, the first since 2026-11-21 02:58 UTC.'],
    ['throttled-producers', {}, 'checkout: 1,842 sends refused by a limit since 2026-11-21 02:58 UTC.'],
    ['redrive-stopped', {}, 'RD-7: stopped by its rule 2026-11-21 02:58 UTC, group billing.'],
    ['redrive-failing', {}, 'RD-8: cannot release since 2026-11-21 02:58 UTC, group billing.'],
    [
      'redirect-stopped',
      {},
      'SR-4: paused automatically 2026-11-21 02:58 UTC: dead letters of billing no longer go to billing-repair.',
    ],
    ['alarm', {}, 'audit: backlog, firing since 2026-11-21 02:58 UTC.'],
  ])('%s %j', (kind, change, says) => expect(sentence(kind, change)).toBe(says));

  test('a number that is not known is said to be unknown, never 0', () => {
    expect(sentence('blocked-keys', { behind: unknown('no answer') })).toContain('an unknown number of messages');
  });

  test('a count that ended at a limit is a lower bound', () => {
    const left = atLeast(10_000, AT);
    expect(sentence('blocked-keys', { behind: left })).toContain('at least 10,000 messages');
    const [stake] = PROBLEM_FACTS['redirect-stopped'].stake({ ...EVIDENCE['redirect-stopped'], left });
    expect(stake).toEqual([{ strong: 'at least 10,000 left' }]);
  });

  test('each has an action that leads to the page where it is mended', () => {
    const paths = Object.fromEntries(
      PROBLEM_KINDS.map((kind) => [kind, rankProblems([found(kind)], [])[0]?.action.path]),
    );
    expect(paths).toEqual({
      'database-trouble': '/api/health',
      'process-trouble': '/api/health',
      'numbers-unknown': '/groups/email',
      'dying-soon': '/groups/orders/retries?last=yes',
      'dead-letters': '/dead-letters/causes/ab12?group=billing',
      'expiring-letters': '/dead-letters?group=inventory&expires=24h',
      'blocked-keys': '/groups/ledger/keys',
      'subscriptions-differ': '/groups/notify/clients',
      'no-consumer': '/groups/shipping/clients',
      'backlog-grows': '/groups/search',
      'retry-amplification': '/groups/webhooks/retries',
      'stale-client': '/groups/tax/clients',
      'throttled-producers': '/throttling?topic=checkout',
      'redrive-stopped': '/redrives/7',
      'redrive-failing': '/redrives/8',
      'redirect-stopped': '/redirects?group=billing',
      alarm: '/alarms/3',
    });
  });

  test('in a cluster it leads to a page of that cluster', () => {
    const pathOf = (kind: ProblemKind, change = {}) =>
      rankProblems([found(kind, change)], [], undefined, [], 'eu')[0]?.action.path;
    expect(pathOf('dead-letters')).toBe('/c/eu/dead-letters/causes/ab12?group=billing');
    expect(pathOf('retry-amplification')).toBe('/c/eu/groups/webhooks');
    expect(pathOf('numbers-unknown', { groups: ['a', 'b'] })).toBe('/c/eu/throttling');
    expect(pathOf('alarm')).toBe('/c/eu/alarms/3');
  });

  test('names are encoded, and several causes lead to the list', () => {
    const [problem] = rankProblems([found('dead-letters', { group: '%DLQ%a', causes: 2 })], []);
    expect(problem?.action.path).toBe('/dead-letters?group=%25DLQ%25a');
  });

  test('every kind says in the green state that it was looked for', () => {
    const words = PROBLEM_KINDS.map((kind) => PROBLEM_FACTS[kind].fine);
    expect(new Set(words).size).toBe(PROBLEM_KINDS.length);
  });
});

/** The rule of docs/operate/now.md: the place of each kind, and what it holds when it holds `messages`. */
const RULE: { readonly [Kind in ProblemKind]: readonly [place: number, holds: (messages: number) => object] } = {
  'database-trouble': [1, () => ({})],
  'dying-soon': [2, (messages) => ({ dying: n(messages) })],
  'dead-letters': [2, (messages) => ({ undecided: n(messages) })],
  'expiring-letters': [2, (messages) => ({ expiring: n(messages) })],
  'blocked-keys': [2, (messages) => ({ keys: n(1), behind: n(messages - 1) })],
  'no-consumer': [2, (messages) => ({ ready: n(messages) })],
  'subscriptions-differ': [2, (messages) => ({ filtered: n(messages) })],
  'throttled-producers': [2, (messages) => ({ refused: n(messages) })],
  'redrive-stopped': [2, (messages) => ({ left: n(messages), group: 'stopped' })],
  'redrive-failing': [2, (messages) => ({ left: n(messages), group: 'failing' })],
  'redirect-stopped': [2, (messages) => ({ left: n(messages), group: 'redirected' })],
  'process-trouble': [3, () => ({})],
  'backlog-grows': [4, (messages) => ({ backlog: n(messages) })],
  alarm: [5, () => ({})],
  'retry-amplification': [6, () => ({})],
  'stale-client': [7, (clients) => ({ silent: n(clients) })],
  'numbers-unknown': [8, () => ({})],
};
const PAIRS = PROBLEM_KINDS.flatMap((one) =>
  PROBLEM_KINDS.filter((other) => other !== one).map((other) => [one, other] as const),
);

describe('ranked by the number of messages that are lost or not processed', () => {
  const kinds = (all: readonly Found[]): ProblemKind[] => rankProblems(all, []).map(({ kind }) => kind);

  test.each(PAIRS)('%s and %s', (one, other) => {
    const [[place, holds], [otherPlace, otherHolds]] = [RULE[one], RULE[other]];
    const few = found(one, holds(13));
    const many = found(other, otherHolds(21_000));
    const first = place === otherPlace ? other : place < otherPlace ? one : other;
    expect(kinds([few, many])[0]).toBe(first);
    expect(kinds([many, few])[0]).toBe(first);
  });

  test('as many of two kinds: by kind, in the order of the table', () => {
    const equal = PROBLEM_KINDS.filter((kind) => RULE[kind][0] === 2).map((kind) => found(kind, RULE[kind][1](5)));
    expect(kinds(equal.toReversed())).toEqual(equal.map(({ kind }) => kind));
  });

  test('an alarm that nothing explains, by its severity', () => {
    const place = (severity: 'critical' | 'warning' | 'info') =>
      kinds([
        ...[found('alarm', { severity }), found('blocked-keys'), found('process-trouble')],
        ...[found('backlog-grows'), found('retry-amplification')],
      ]).indexOf('alarm');
    expect([place('critical'), place('warning'), place('info')]).toEqual([1, 3, 4]);
  });

  test('of one kind, the heaviest', () => {
    const groups = rankProblems(
      [
        found('dead-letters', { group: 'few', undecided: n(3) }),
        found('dead-letters', { group: 'dying', undecided: n(1), dying: n(3) }),
        found('dead-letters', { group: 'many', undecided: stale(9, AT, 'no newer count') }),
      ],
      [],
    ).map(({ subject }) => subject.name);
    expect(groups).toEqual(['many', 'dying', 'few']);
  });

  test('without any number nothing below it can be trusted', () => {
    const [first] = rankProblems([found('dying-soon'), found('numbers-unknown', { groups: ['a', 'b'], of: 2 })], []);
    expect(first?.kind).toBe('numbers-unknown');
  });

  test('each thing is said once', () => {
    const group = 'one';
    expect(kinds([found('dying-soon', { group }), found('dead-letters', { group, dying: n(4) })])).toEqual([
      'dead-letters',
    ]);
    expect(kinds([found('backlog-grows', { group }), found('no-consumer', { group })])).toEqual(['no-consumer']);
    expect(kinds([found('backlog-grows', { group }), found('no-consumer')])).toEqual(['no-consumer', 'backlog-grows']);
    const expiring = found('expiring-letters', { group, expiring: n(5) });
    expect(kinds([found('dead-letters', { group, undecided: n(5) }), expiring])).toEqual(['expiring-letters']);
    expect(kinds([found('dead-letters', { group, undecided: n(6) }), expiring])).toEqual([
      'dead-letters',
      'expiring-letters',
    ]);
    // A re-drive that stopped is a line of its own only where its group has none.
    expect(kinds([found('redrive-stopped', { group }), found('dead-letters', { group, run: RUN })])).toEqual([
      'dead-letters',
    ]);
    expect(kinds([found('redrive-stopped', { group }), found('dead-letters')])).toHaveLength(2);
  });

  test('a re-drive that its rule stopped ranks by what it holds, with its group', () => {
    const run = found('dead-letters', { group: 'bulk', undecided: n(4), notReleased: n(20_996), run: RUN });
    const [first, ...rest] = rankProblems(
      [found('blocked-keys', { behind: n(13) }), found('redrive-stopped', { group: 'bulk' }), run],
      [],
    );
    expect(first).toMatchObject({ kind: 'dead-letters', action: { path: '/redrives/2' }, rank: { weight: 21_000 } });
    expect(toText(first?.more ?? [])).toContain('20,996 not released by RD-2');
    expect(rest.map(({ kind }) => kind)).toEqual(['blocked-keys']);
  });
});

describe('alarms', () => {
  test('stand with the problem that they are about', () => {
    const [problem, ...rest] = rankProblems([found('backlog-grows')], [firing('backlog', 'search', 'ana')]);
    expect(rest).toEqual([]);
    expect(problem?.alarm).toEqual({ incidentId: 3, firedAt: AT, acknowledgedBy: 'ana' });
    expect(rankProblems([found('database-trouble')], [firing('broker-health', 'broker')])).toHaveLength(1);
  });

  test('that only follow from a line stand with it', () => {
    const [problem, ...rest] = rankProblems([found('blocked-keys')], [firing('oldest-age', 'ledger')]);
    expect([problem?.alarm?.incidentId, rest]).toEqual([3, []]);
    expect(rankProblems([found('blocked-keys')], [firing('oldest-age', 'other')])).toHaveLength(2);
    const unknownAlarm = { ...firing('backlog', 'email'), value: null };
    expect(rankProblems([found('numbers-unknown')], [unknownAlarm])).toHaveLength(1);
  });

  test('of one backlog are one problem, the most severe', () => {
    const [alarm, ...rest] = rankProblems(
      [],
      [firing('backlog', 'other'), { ...firing('oldest-age', 'other'), incidentId: 4, severity: 'critical' }],
    );
    expect([alarm?.key, rest]).toEqual(['alarm 4', []]);
    expect(toText(alarm?.more ?? [])).toContain('1 other alarm of the same backlog');
  });

  test('that nothing explains are problems, unless an operator has acknowledged them or the letters say better', () => {
    const kinds = (all: Parameters<typeof rankProblems>[1]) =>
      rankProblems([found('backlog-grows')], all).map(({ kind }) => kind);
    expect(kinds([firing('backlog', 'other')])).toEqual(['backlog-grows', 'alarm']);
    const [approval] = rankProblems([], [firing('approval-waits', 'broker')]);
    expect(approval?.subject).toEqual({ kind: 'broker', name: 'Approvals' });
    const [alarm] = rankProblems([], [firing('backlog', 'other')]);
    expect(toText(alarm?.more ?? [])).toBe('1,200 messages; its rule fires at 1,000 messages or more');
    expect(kinds([firing('amplification', 'search')])).toEqual(['backlog-grows', 'alarm']);
    expect(kinds([firing('backlog', 'other', 'ana')])).toEqual(['backlog-grows']);
    expect(kinds([firing('deaths', 'other')])).toEqual(['backlog-grows']);
  });
});

test('what an acknowledgement is kept by is the same in every language', () => {
  const keys = (language: 'en' | 'ja'): string[] =>
    inSpeech(speechIn(language), () =>
      rankProblems([found('numbers-unknown', { groups: ['a', 'b'], of: 2 }), found('database-trouble')], []).map(
        ({ key }) => key,
      ),
    );
  expect(keys('ja')).toEqual(keys('en'));
  expect(keys('ja')).toContain('numbers-unknown Counts');
});
