import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../auth/manage-api-tokens';
import { addMember } from '../../auth/teams/add-member';
import { makeTeam } from '../../auth/teams/make-team';
import { createGroup, createTopic, deleteTopic } from '../../broker';
import { systemActor } from '../../model/audit/actor';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { openTestApi, type TestApi } from '../../testing/api';
import type { AuditPage } from '../../console/operations/audit/views';
import { reads } from '../../console/reads/registry';
import { OUTSIDE } from './names';

const actor = systemActor('test');
const admin = { actor, principal: { kind: 'operator', role: 'admin', operatorId: null } } as const;

let api: TestApi;
let member = '';

beforeAll(async () => {
  api = await openTestApi();
  const { ctx, database } = api.broker;
  const { store } = database;
  member = (await createApiToken(store, actor, { name: 'ours', rights: 'member', expiresInDays: null })).secret;
  const { teamId } = await makeTeam(store, actor, { name: 'Ours', prefixes: ['orders', 'all'] });
  await addMember(store, admin, { teamId, kind: 'token', name: 'ours', role: 'operator' });
  for (const name of ['orders', 'shared', 'payments', 'closed'])
    await createTopic(ctx, { name, messageType: 'NORMAL', queues: 1, actor });
  for (const name of ['orders-billing', 'payments-ledger']) await createGroup(ctx, { name, actor });
  // consumed by a group of the team: its topic is seen
  await store.console.query(
    `INSERT INTO group_queue (group_id, queue_id, start_seg, start_off, since)
     SELECT g.group_id, q.queue_id, 0, 0, clock_timestamp() FROM consumer_group g, queue q JOIN topic t USING (topic_id)
      WHERE g.name = 'orders-billing' AND t.name = 'shared'`,
  );
});
afterAll(() => api.close());

/** As verbs of the broker write them. */
const rows = [
  {
    ...{ action: 'topic.delete', target: 'orders-old' },
    before: { messageType: 'NORMAL', queues: 4, readers: ['orders-billing', 'payments-ledger', 'gone-long-ago'] },
  },
  {
    ...{ action: 'group.reset-offset', target: 'orders-billing' },
    before: { 'shared/0': 7, 'payments/0': 8 },
    after: { to: 'newest', topic: 'payments', 'shared/0': 9, 'payments/0': 9 },
  },
  {
    ...{ action: 'dead-letter.hold', target: 'orders-billing' },
    after: { request: 1, selection: { kind: 'filter', filter: { topic: 'shared', key: 'payments' } } },
  },
  {
    ...{ action: 'dead-letter.export', target: 'all groups' },
    after: { format: 'csv', filter: { topic: 'payments' } },
  },
];

async function audit(token: string): Promise<{ text: string; items: AuditPage['items'] }> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await reads.audit.GET(new Request('http://console.test/api/console/audit', { headers }));
  const text = await answer.text();
  return { text, items: (JSON.parse(text) as { data: AuditPage }).data.items };
}

const changes = ({ items }: { readonly items: AuditPage['items'] }) =>
  items
    .filter(({ action }) => rows.some((row) => row.action === action))
    .toReversed()
    .map(({ action, target, before, after }) => ({
      ...{ action, target },
      ...(before === null ? {} : { before }),
      ...(after === null ? {} : { after }),
    }));

test('names of other teams in rows of a team are not said; who sees everything reads them as they were written', async () => {
  for (const row of rows) await appendAudit(api.broker.database.store.console, { ...row, actor });
  expect(changes(await audit(api.tokens.get('operator') ?? ''))).toEqual(rows);
  const ours = await audit(member);
  expect(changes(ours)).toEqual([
    { ...rows[0], before: { messageType: 'NORMAL', queues: 4, readers: ['orders-billing', OUTSIDE, OUTSIDE] } },
    {
      ...rows[1],
      before: { 'shared/0': 7, [`${OUTSIDE}/0`]: 8 },
      after: { to: 'newest', topic: OUTSIDE, 'shared/0': 9, [`${OUTSIDE}/0`]: 9 },
    },
    rows[2],
    // "all groups" is none of a team whose names begin with "all"
  ]);
  expect(ours.text).not.toContain('payments-ledger');
  expect(ours.text).not.toContain('gone-long-ago');
});

test('texts of people who see more than teams leave out groups and topics; what teams write stays', async () => {
  const { store } = api.broker.database;
  await deleteTopic(api.broker.ctx, { topic: 'closed', actor });
  const reason = 'like payments-ledger and "closed", not orders-billing; payments.';
  const target = { action: 'group.update', target: 'orders-billing', before: { description: 'of payments' } };
  for (const name of ['ci', 'ours'])
    await appendAudit(store.console, { ...target, actor: { kind: 'token', name }, reason });
  const { items } = await audit(member);
  expect(items.slice(0, 2).map(({ actor: by, reason: why, before }) => [by, why, before])).toEqual([
    ['ours', reason, { description: 'of payments' }],
    ['ci', `like ${OUTSIDE} and "${OUTSIDE}", not orders-billing; ${OUTSIDE}.`, { description: `of ${OUTSIDE}` }],
  ]);
});

test('a row with a key that is not declared, and numbers beside it', async () => {
  const { console: db } = api.broker.database.store;
  const row = {
    action: 'topic.rename',
    target: 'orders',
    actor,
    after: { queues: 4, was: 'payments' },
    counts: { payments: 7 },
  };
  await appendAudit(db, row);
  const { items } = await audit(member);
  expect(items[0]).toMatchObject({
    ...{ after: { queues: 4, [OUTSIDE]: OUTSIDE }, counts: { [OUTSIDE]: OUTSIDE } },
  });
  expect(JSON.stringify(items[0])).not.toContain('payments');
});
