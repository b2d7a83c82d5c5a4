import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroup, createTopic, discardLetters, pauseGroup, send, updateSetting } from '../../broker';
import { fail } from '../../broker/delivery/fail';
import type { MaskingRule } from '../../model/masking/rule';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { receiveNow, testMessage } from '../../testing/broker';
import { partsOf } from '../../testing/hostile';
import { apiRoutes } from './routes';

const actor = { kind: 'system', name: 'test' } as const;
const LONG = 'x'.repeat(600);

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const { ctx } = api.broker;
  for (const [name, messageType] of [
    ...[['orders', 'NORMAL'] as const, ['open', 'NORMAL'] as const, ['ordered', 'FIFO'] as const],
    ...[['later', 'DELAY'] as const],
  ])
    await createTopic(ctx, { name, messageType, queues: 1, actor });
  for (const name of ['billing', 'paused', 'reader']) await createGroup(ctx, { name, maxRetries: 0, actor });
  await createGroup(ctx, { name: 'news', messageModel: 'broadcasting', actor });
  for (const group of ['billing', 'paused']) {
    const names = { topic: 'orders', group };
    await receiveNow(ctx, names);
    await send(ctx, { topic: 'orders', messages: [testMessage(), testMessage()] });
    for (const { receiptHandle, messageId } of await receiveNow(ctx, { ...names, batchSize: 2 }))
      await fail(ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
  }
  await pauseGroup(ctx, { name: 'paused', reason: 'deploy', actor });
  await receiveNow(ctx, { topic: '%DLQ%billing', group: 'reader' });
  await discardLetters(ctx, { group: 'paused', all: true, reason: 'test', actor });
  const rules: MaskingRule[] = [
    {
      ...{ name: 'card data', topics: ['orders'], wholeBody: false, paths: ['$.card'], properties: [] },
      ...{ seenFrom: 'admin', shownTo: 'nobody' },
    },
  ];
  const { version } = await ctx.settings.refresh('masking');
  await updateSetting(ctx, { name: 'masking', version, value: { rules }, reason: 'test', actor });
}, 60_000);
afterAll(() => api.close());

interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  /** The body, or the query of an operation without one. */
  readonly given: Readonly<Record<string, unknown>>;
}

const letters = (more: readonly Record<string, unknown>[] = []): Asked[] =>
  [
    { group: 'none', all: true },
    { group: 'billing' },
    { group: 'billing', all: true, messageIds: ['x'] },
    { group: 'billing', filter: {} },
    { group: 'billing', messageIds: [] },
    { group: 'billing', all: true, throughId: 7 },
    { group: 'billing', all: true, reason: LONG },
    ...more,
  ].map((given) => ({ given: { reason: 'x', ...given } }));

const retries = (): Asked[] =>
  [
    { group: 'none', all: true },
    { group: 'billing' },
    { group: 'billing', filter: {} },
    { group: 'billing', messageIds: [] },
    { group: 'billing', all: true, throughEpoch: 7 },
    { group: 'billing', all: true, reason: LONG },
  ].map((given) => ({ given: { reason: 'x', ...given } }));

const billing = { group: 'billing', all: true, reason: 'x' };

/** What each operation with a dry run refuses. */
const REFUSED: Readonly<Record<string, readonly Asked[]>> = {
  startRedrive: [
    ...letters(),
    ...[
      { ...billing, target: { topic: 'open' } },
      { ...billing, target: { topic: 'ordered' } },
      { ...billing, target: { topic: 'later' } },
      { ...billing, target: { topic: 'none' } },
      { ...billing, ratePerSecond: 0 },
      { ...billing, requestId: LONG },
      { ...billing, incident: '999' },
      { ...billing, canary: { count: -1 } },
      { ...billing, ramp: [{ ratePerSecond: -1, afterVerdicts: 1 }] },
      { ...billing, abort: { failedShare: 7 } },
      { ...billing, edits: {} },
      { ...billing, edits: { rule: { patch: [{ op: 'remove', path: 'x' }] } } },
      { ...billing, group: 'paused' },
      { ...billing, group: 'news' },
    ].map((given) => ({ given })),
  ],
  discardDeadLetters: letters(),
  holdDeadLetters: letters(),
  releaseDeadLetters: letters(),
  acceptDeadLetters: letters(),
  unacceptDeadLetters: letters(),
  extendDeadLetters: letters([
    { group: 'billing', all: true, until: '2001-01-01T00:00:00Z' },
    { group: 'billing', all: true, until: '2101-01-01T00:00:00Z' },
  ]).map(({ given }) => ({ given: { until: '2027-01-01T00:00:00Z', ...given } })),
  restoreDeadLetters: [
    { group: 'none', all: true },
    { group: 'billing' },
    { group: 'billing', messageIds: [] },
    { group: 'paused', all: true, reason: LONG },
  ].map((given) => ({ given })),
  retryNow: retries(),
  buryRetries: retries(),
  holdRetries: retries(),
  releaseRetries: retries(),
  moveHeads: [
    { params: { group: 'none' }, given: { cause: 'a', reason: 'x' } },
    { params: { group: 'billing' }, given: { cause: LONG, reason: 'x' } },
    { params: { group: 'billing' }, given: { cause: 'a', reason: LONG } },
  ],
  resetGroupOffset: [
    { params: { group: 'none' }, given: { to: 'newest', reason: 'x' } },
    { params: { group: 'news' }, given: { to: 'newest', reason: 'x' } },
    { params: { group: 'billing' }, given: { to: 'newest', topic: 'none', reason: 'x' } },
  ],
  putGroup: [
    { params: { group: 'none' }, given: { version: 3, maxRetries: 2 } },
    { params: { group: 'billing' }, given: { version: 99, maxRetries: 2 } },
    { params: { group: 'billing' }, given: { version: 1, maxRetries: -1 } },
  ],
  revertGroup: [
    { params: { group: 'none' }, given: { to: 1, version: 1, reason: 'x' } },
    { params: { group: 'billing' }, given: { to: 9, version: 1, reason: 'x' } },
    { params: { group: 'billing' }, given: { to: 1, version: 99, reason: 'x' } },
  ],
  makeGroupEqual: [{ params: { group: 'billing' }, given: { from: 'broker-a', version: 'x', reason: 'x' } }],
  // This installation has no brokers.
  putAccessUser: [{ params: { user: 'shop' }, given: { isSuper: false, reason: 'x' } }],
  deleteAccessUser: [{ params: { user: 'shop' }, given: { confirm: 'shop', reason: 'x' } }],
  makeAccessEqual: [{ params: { user: 'shop' }, given: { like: 'broker-a', reason: 'x' } }],
  putAccessRule: [{ params: { user: 'shop' }, given: { resource: '*', actions: ['All'], reason: 'x' } }],
  deleteAccessRule: [{ params: { user: 'shop' }, given: { resource: '*', reason: 'x' } }],
  deleteGroup: [
    { params: { group: 'none' }, given: {} },
    { params: { group: 'billing' }, given: { reason: 'x', confirm: 'billing' } },
  ],
  deleteTopic: [
    { params: { topic: 'none' }, given: {} },
    { params: { topic: '%DLQ%billing' }, given: {} },
  ],
};

const withDryRun = apiRoutes.filter(({ operation: { body, query } }) =>
  [...partsOf(body), ...partsOf(query)].includes('dryRun'),
);

test('every operation with a dry run is in the table', () => {
  expect(withDryRun.map(({ operation }) => operation.name).toSorted()).toEqual(Object.keys(REFUSED).toSorted());
});

test.each(withDryRun.map((route) => [route.operation.name, route] as const))(
  '%s: the dry run refuses what the start refuses, in the same words',
  async (name, route) => {
    const token = api.tokens.get(can(name)) ?? '';
    const ask = ({ params = {}, given }: Asked) =>
      call(route, {
        ...{ params, token },
        ...(route.operation.body === null
          ? { query: `?${new URLSearchParams(given as Record<string, string>).toString()}` }
          : { body: given }),
      });
    for (const asked of REFUSED[name] ?? []) {
      const dryRun = route.operation.body === null ? 'true' : true;
      const dry = await ask({ ...asked, given: { ...asked.given, dryRun } });
      const started = await ask(asked);
      const shown = JSON.stringify(asked).slice(0, 200);
      expect({ shown, status: started.status }).toEqual({ shown, status: expect.toSatisfy((is) => is >= 400) });
      // a plan that can say why it would be refused is an answer too
      const said = dry.data['refusal'] ?? dry.data['blocker'];
      const own = (started.data['error'] as { readonly message: string }).message;
      if (typeof said === 'string') expect({ shown, said }).toEqual({ shown, said: own });
      else expect({ shown, ...dry }).toEqual({ shown, ...started });
    }
  },
);

/** Operators see less of masked messages than administrators, who alone may delete some things. */
function can(name: string): 'operator' | 'admin' {
  return ['startRedrive', 'retryNow', 'holdRetries'].includes(name) ? 'operator' : 'admin';
}
