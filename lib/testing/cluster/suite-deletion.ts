import { describe, expect, test } from 'vitest';

import { consumeStats } from '../../cluster/admin/consume-stats';
import { oneGroupConfig } from '../../cluster/admin/group-config-one';
import { topicRoute } from '../../cluster/admin/topic-route';
import { topicStats } from '../../cluster/admin/topic-stats';
import { updateGroup } from '../../cluster/admin/update-group';
import { createGroup } from '../../cluster/read/change-group';
import { createTopic } from '../../cluster/read/change-topic';
import { deleteGroup, readGroupRemains } from '../../cluster/read/delete-group';
import { deleteTopic, readTopicRemains } from '../../cluster/read/delete-topic';
import { forgetNames } from '../../cluster/read/known-names';
import { readGroup } from '../../cluster/read/read-groups';
import { resetOffset } from '../../cluster/read/reset';
import { makeTopic } from './make-topic';
import type { SuiteStage } from './suite';

const TWO = ['broker-a', 'broker-b'];

/** What a deletion leaves at brokers and name servers. */
export function describeDeletion({ cluster, send }: SuiteStage): void {
  describe('deletion', () => {
    test('a group goes with its retry and dead-letter topics and its positions; one of a like name stays', async () => {
      const group = 's-gone';
      await createTopic(cluster(), { topic: 's-gone-topic', queues: 2, messageType: 'NORMAL' });
      await createGroup(cluster(), { group, settings: {} });
      await createGroup(cluster(), { group: `${group}_2`, settings: {} });
      for (let n = 0; n < 4; n += 1) await send('s-gone-topic', `body ${n}`);
      await resetOffset(cluster(), { group, topic: 's-gone-topic', since: null });
      const own = [`%DLQ%${group}`, `%RETRY%${group}`, `%RETRY%${group}_s-gone-topic`];
      const others = [`%RETRY%${group}_2`, `%DLQ%${group}_2`];
      for (const broker of TWO)
        for (const topic of [...own, ...others]) await cluster().ask(broker, makeTopic, { topic });
      for (let n = 0; n < 4; n += 1) await send(`%DLQ%${group}`, `letter ${n}`);
      forgetNames(cluster());
      const { parts } = await readGroupRemains(cluster(), group);
      expect(parts.map(({ broker }) => broker)).toEqual(TWO);
      for (const { value } of parts) {
        expect(value).toMatchObject({ hasSettings: true, positions: 2, unsure: [`%RETRY%${group}_2`] });
        expect(value.topics).toMatchObject(
          own.map((topic) => ({ topic, messages: topic.startsWith('%DLQ%') ? 2 : 0 })),
        );
      }

      const outcome = await deleteGroup(cluster(), group);
      expect(outcome.brokers).toEqual(TWO.map((broker) => ({ broker, problem: null })));
      expect(outcome.nameServers).toMatchObject([{ problem: null }]);
      for (const broker of TWO) {
        expect(await cluster().ask(broker, oneGroupConfig, { group })).toBeNull();
        for (const topic of own) expect(await cluster().ask(broker, topicStats, { topic })).toBeNull();
        for (const topic of others) expect(await cluster().ask(broker, topicStats, { topic })).not.toBeNull();
      }
      const routes = async (topic: string) => cluster().askNameServers(topicRoute, { topic });
      for (const topic of own) expect(await routes(topic)).toMatchObject([{ value: [] }]);
      for (const topic of others) expect(await routes(topic)).toMatchObject([{ value: expect.toSatisfy(isBoth) }]);
      await expect(deleteGroup(cluster(), group)).rejects.toMatchObject({ code: 'group-not-found' });
      // Made again it begins without positions.
      await createGroup(cluster(), { group, settings: {} });
      forgetNames(cluster());
      for (const { value } of (await readGroupRemains(cluster(), group)).parts) expect(value.positions).toBe(0);
      expect((await readGroup(cluster(), `${group}_2`)).missingOn).toEqual([]);
    });

    test('a group that one broker alone has is deleted there', async () => {
      const raw = { consumeEnable: true, retryMaxTimes: 3 };
      const at = { group: 's-gone-half', raw, attributes: {}, attributesBefore: {} };
      await cluster().ask('broker-b', updateGroup, at);
      const { parts } = await readGroupRemains(cluster(), 's-gone-half');
      expect(parts.map(({ value }) => value.hasSettings)).toEqual([false, true]);
      const outcome = await deleteGroup(cluster(), 's-gone-half');
      expect(outcome.brokers).toEqual(TWO.map((broker) => ({ broker, problem: null })));
      await expect(readGroup(cluster(), 's-gone-half')).rejects.toMatchObject({ code: 'group-not-found' });
    });

    test('a topic goes with its messages, its retry topics and positions; what is not of it stays', async () => {
      const [topic, group] = ['s-gone-orders', 's-reads'];
      await createTopic(cluster(), { topic, queues: 2, messageType: 'NORMAL' });
      await createTopic(cluster(), { topic: `${topic}-2`, queues: 2, messageType: 'NORMAL' });
      await createGroup(cluster(), { group, settings: {} });
      for (let n = 0; n < 4; n += 1) await send(topic, `body ${n}`);
      await resetOffset(cluster(), { group, topic, since: new Date(0) });
      const retry = `%RETRY%${group}_${topic}`;
      for (const broker of TWO) await cluster().ask(broker, makeTopic, { topic: retry });
      forgetNames(cluster());
      const { parts } = await readTopicRemains(cluster(), topic);
      expect(parts.map(({ broker }) => broker)).toEqual(TWO);
      for (const { value } of parts) {
        expect(value).toMatchObject({ hasSettings: true, positions: 2, readers: [{ group, unread: 2 }], shared: [] });
        expect(value.topics).toMatchObject([
          { topic, queues: 2, messages: 2 },
          { topic: retry, messages: 0 },
        ]);
        expect(value.sent.messages).toBe(2);
        expect(value.sent.hosts).toHaveLength(1);
      }
      const outcome = await deleteTopic(cluster(), topic);
      expect(outcome.brokers).toEqual(TWO.map((broker) => ({ broker, problem: null })));
      expect(outcome.nameServers).toMatchObject([{ problem: null }]);
      for (const broker of TWO) {
        for (const gone of [topic, retry]) expect(await cluster().ask(broker, topicStats, { topic: gone })).toBeNull();
        expect(await cluster().ask(broker, topicStats, { topic: `${topic}-2` })).not.toBeNull();
        expect(await cluster().ask(broker, consumeStats, { group })).toEqual([]);
      }
      expect(await cluster().askNameServers(topicRoute, { topic })).toMatchObject([{ value: [] }]);
      expect((await readGroup(cluster(), group)).missingOn).toEqual([]);
      await expect(deleteTopic(cluster(), topic)).rejects.toMatchObject({ code: 'topic-not-found' });
      for (const kept of ['broker-a', `%DLQ%${group}`])
        await expect(deleteTopic(cluster(), kept)).rejects.toMatchObject({ code: 'illegal-topic' });
    });

    test('groups of the system are not deleted', async () => {
      for (const group of ['TOOLS_CONSUMER', 'CID_RMQ_SYS_TRANS', 'g!x'])
        await expect(deleteGroup(cluster(), group)).rejects.toMatchObject({ code: 'illegal-group' });
    });
  });
}

function isBoth(brokers: readonly string[]): boolean {
  return TWO.every((broker) => brokers.includes(broker));
}
