import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../auth/manage-api-tokens';
import { addMember } from '../../auth/teams/add-member';
import { makeTeam } from '../../auth/teams/make-team';
import {
  acceptLetters,
  changeKey,
  changeRetries,
  createTopic,
  deleteGroup,
  deleteTopic,
  discardLetters,
  expire,
  exportDeadLetters,
  extendLetters,
  growTopic,
  holdLetters,
  pauseGroup,
  pauseRedrive,
  recallRedrive,
  cancelRedrive,
  releaseLetters,
  resetOffset,
  restoreLetters,
  resumeGroup,
  resumeRedrive,
  setFailover,
  startRedrive,
  triageCause,
  unacceptLetters,
  updateGroup,
} from '../../broker';
import { systemActor } from '../../model/audit/actor';
import { openTestApi, type TestApi } from '../../testing/api';
import { leaveUnderWay } from '../../testing/release/under-way';
import type { AuditPage } from '../../console/operations/audit/views';
import { reads } from '../../console/reads/registry';
import { OUTSIDE } from './names';

const actor = systemActor('test');
const why = { reason: 'because', actor };
/** Of all names that there are. */
const PREFIXES = ['a', 'b', 'l', 'm', 'n', 'o', 'p', 'r', 's'];

let api: TestApi;
let secret = '';
beforeAll(async () => {
  api = await openTestApi({ realTime: false });
  await leaveUnderWay(api.broker.ctx, api.broker.clock);
  const { store } = api.broker.database;
  ({ secret } = await createApiToken(store, actor, { name: 'ours', rights: 'member', expiresInDays: null }));
  const { teamId } = await makeTeam(store, actor, { name: 'All', prefixes: PREFIXES });
  const by = { actor, principal: { kind: 'operator', role: 'admin', operatorId: null } } as const;
  await addMember(store, by, { teamId, kind: 'token', name: 'ours', role: 'operator' });
});
afterAll(() => api.close());

/** One of each change, some of them with all that can be said. */
async function changeEverything(): Promise<void> {
  const { ctx, clock } = api.broker;
  const [from, until] = [new Date(0), new Date(clock.nowOrNull().getTime() + 90 * 86_400_000)];
  const group = 'billing';
  const everything = { from, to: until, topic: 'orders', cause: 'nack', attemptsFrom: 1, attemptsTo: 9 };
  await holdLetters(ctx, { group, filter: everything, ...why });
  await releaseLetters(ctx, { group, all: true, leaveOut: { tags: ['other', null] }, ...why });
  await acceptLetters(ctx, { group, messageIds: ['dead'], ...why });
  await unacceptLetters(ctx, { group, all: true, ...why });
  await extendLetters(ctx, { group, all: true, until, ...why });
  await discardLetters(ctx, { group, all: true, ...why });
  await restoreLetters(ctx, { group, all: true, ...why });
  await exportDeadLetters(ctx, { group, ...everything, format: 'csv', actor });
  const [cause] = await causes();
  await triageCause(ctx, {
    group,
    fingerprint: cause ?? '',
    state: 'ignored',
    ignore: { until, perHour: 5 },
    note: 'a note',
    owner: 'ana',
    ...why,
  });

  await changeRetries(ctx, 'hold', { group, messageIds: ['retry-1'], ...why });
  await changeRetries(ctx, 'release', { group, filter: { held: true, attemptsFrom: 1 }, ...why });
  await changeRetries(ctx, 'now', { group, messageIds: ['retry-1'], ...why });
  await changeRetries(ctx, 'bury', { group, all: true, ...why });
  for (const verb of ['hold', 'release', 'now', 'bury'] as const)
    await changeKey(ctx, verb, { group: 'shipping', key: 'a', ...why });

  const rule = { setProperties: { payments: 'any' }, tag: 'T2' };
  const care = { canary: { count: 1 }, abort: { delayP95Ms: 1000 } };
  const run = await startRedrive(ctx, {
    group,
    messageIds: ['dead'],
    edits: { rule },
    ratePerSecond: 1,
    ...care,
    ...why,
  });
  await pauseRedrive(ctx, { ...run, ...why });
  await resumeRedrive(ctx, { ...run, ...why });
  await cancelRedrive(ctx, { ...run, ...why });
  const again = await startRedrive(ctx, { group, messageIds: ['dead'], target: { topic: 'news' }, ...why });
  await recallRedrive(ctx, { ...again, ...why });

  await pauseGroup(ctx, { name: group, ...why });
  await resumeGroup(ctx, { name: group, ...why });
  const { version } = await ctx.groups.find(group);
  await updateGroup(ctx, { name: group, version, description: 'for orders', maxRetries: 4, ...why });
  clock.advance(3_600_000);
  await expire(ctx);
  await resetOffset(ctx, { name: group, to: 'earliest', topic: 'orders', dryRun: false, ...why });
  await deleteGroup(ctx, { name: 'autopsy', confirm: 'autopsy', dryRun: false, ...why });
  await createTopic(ctx, { name: 'brief', messageType: 'NORMAL', queues: 1, ...why });
  await growTopic(ctx, { topic: 'brief', queues: 2, ...why });
  await setFailover(ctx, { topic: 'brief', endpoints: '10.0.0.7:8081', version: 0, ...why });
  await setFailover(ctx, { topic: 'brief', endpoints: null, version: 1, ...why });
  await deleteTopic(ctx, { topic: 'brief', confirm: 'brief', ...why });
}

async function causes(): Promise<readonly string[]> {
  const { rows } = await api.broker.database.store.console.query<{ fingerprint: string }>(
    `SELECT d.fingerprint FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = 'billing'`,
  );
  return rows.map(({ fingerprint }) => fingerprint);
}

async function audit(): Promise<AuditPage['items']> {
  const items: AuditPage['items'][number][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = cursor === '' ? '' : `?cursor=${cursor}`;
    const answer = await reads.audit.GET(
      new Request(`http://console.test/api/console/audit${query}`, { headers: { authorization: `Bearer ${secret}` } }),
    );
    const { data } = (await answer.json()) as { data: AuditPage };
    items.push(...data.items);
    cursor = data.nextCursor;
  }
  return items;
}

test('a team to which everything belongs reads all rows as they were written', async () => {
  await changeEverything();
  const items = await audit();
  expect(new Set(items.map(({ action }) => action)).size).toBeGreaterThan(28);
  expect(items.filter((item) => JSON.stringify(item).includes(OUTSIDE))).toEqual([]);
});
