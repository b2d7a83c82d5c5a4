import { expect, test, vi } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { firstAnswerLate } from '../../testing/late-answer';
import { brokerStage } from '../../testing/broker-stage';
import { createBrokerContext } from '../create-context';
import { createGroup } from '../group/create';
import { deleteGroup } from '../group/delete';
import { pauseGroup } from '../group/pause';
import { updateGroup } from '../group/update';
import { findSetting } from '../setting/find';
import { updateSetting } from '../setting/update';
import { setLimit } from '../throttle/set-limit';
import { createTopic } from '../topic/create';
import { deleteTopic } from '../topic/delete';
import { makeComparePass } from './compare-kept';
import { GroupDirectory } from '../process/directories/groups';
import { TopicDirectory } from '../process/directories/topics';

const stage = brokerStage();
const actor = systemActor('test');

async function elsewhere(): Promise<Awaited<ReturnType<typeof createBrokerContext>>> {
  const { store, log, metrics } = stage.broker.ctx;
  return await createBrokerContext({ store, log, metrics });
}

test('while nothing changes a pass is one statement, and what is kept stays fresh', async () => {
  await createGroup(stage.broker.ctx, { name: 'kept', actor });
  await createTopic(stage.broker.ctx, { name: 'kept', messageType: 'NORMAL', queues: 1, actor });
  const other = await elsewhere();
  vi.useFakeTimers({ toFake: ['performance'] });
  const pass = makeComparePass(other);
  await pass();
  await Promise.all([other.groups.find('kept'), other.topics.find('kept'), other.settings.find('producer-retry')]);
  await pass();
  const statements = vi.spyOn(other.store.broker, 'query');
  try {
    for (let second = 0; second < 5; second += 1) {
      vi.advanceTimersByTime(900);
      await pass();
      await Promise.all([other.groups.find('kept'), other.topics.find('kept')]);
    }
    expect(statements).toHaveBeenCalledTimes(5);
  } finally {
    statements.mockRestore();
    vi.useRealTimers();
  }
});

test('what another process changed of a group, a setting or a limit is known after the next pass', async () => {
  const here = stage.broker.ctx;
  const { version } = await createGroup(here, { name: 'changed', actor });
  const other = await elsewhere();
  const heard: string[] = [];
  other.groups.onChange(({ name }) => heard.push(name));
  other.settings.onChange((name) => heard.push(name));
  await other.groups.find('changed');
  const setting = await other.settings.find('producer-retry');
  const pass = makeComparePass(other);
  await pass();
  await updateGroup(here, { name: 'changed', version, maxRetries: 3, actor });
  const { value } = await findSetting(here, 'producer-retry');
  await updateSetting(here, {
    ...{ name: 'producer-retry', version: setting.version, actor, reason: undefined },
    value: { ...value, firstWaitMs: value.firstWaitMs + 1 },
  });
  const rate = { kind: 'send-rate', scope: 'broker', subject: '', hard: 7, version: 0 } as const;
  await setLimit(here, { ...rate, reason: 'test', actor });
  await pass();
  expect(heard.toSorted()).toEqual(['changed', 'producer-retry']);
  expect(other.throttle.uses().map(({ limit }) => limit.hard)).toEqual([7]);
  await pauseGroup(here, { name: 'changed', actor, reason: 'test' });
  await pass();
  expect((await other.groups.find('changed')).pausedAt).not.toBeNull();
  await deleteGroup(here, { name: 'changed', actor, reason: 'test', dryRun: false });
  await pass();
  await expect(other.groups.find('changed')).rejects.toMatchObject({ code: 'group-not-found' });
});

test('a topic that another process deleted is not found after the next pass, also after a late read', async () => {
  const { ctx } = stage.broker;
  await createTopic(ctx, { name: 'short', messageType: 'NORMAL', queues: 1, actor });
  const late = firstAnswerLate(ctx.store.broker);
  const topics = new TopicDirectory(late.db, async () => false);
  const pass = makeComparePass({ ...ctx, topics });
  const reading = topics.find('short');
  await late.held;
  await deleteTopic(ctx, { topic: 'short', actor, reason: 'test' });
  await pass();
  late.letGo();
  await reading;
  await pass();
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1001);
  await expect(topics.find('short')).rejects.toMatchObject({ code: 'topic-not-found' });
  now.mockRestore();
});

test('a read that began before a change and ends after the pass that saw it is compared by the next pass', async () => {
  const { ctx } = stage.broker;
  const { version } = await createGroup(ctx, { name: 'late', actor });
  const late = firstAnswerLate(ctx.store.broker);
  const groups = new GroupDirectory(late.db);
  const pass = makeComparePass({ ...ctx, groups });
  const reading = groups.find('late');
  await late.held;
  await updateGroup(ctx, { name: 'late', version, maxRetries: 3, actor });
  await pass();
  late.letGo();
  await reading;
  await pass();
  expect(await groups.find('late')).toMatchObject({ maxRetries: 3 });
});
