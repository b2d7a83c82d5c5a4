import { describe, expect, test } from 'vitest';

import { brokerConfig } from '../../cluster/admin/broker-config';
import { queryMessage } from '../../cluster/admin/query-message';
import { pull } from '../../cluster/admin/pull';
import { readBrokerLoads } from '../../cluster/read/broker-load';
import { readBrokerStates, readNameServers } from '../../cluster/read/read-brokers';
import { changeBrokerSetting } from '../../cluster/read/change-setting';
import { createTopic } from '../../cluster/read/change-topic';
import { findCopies } from '../../cluster/read/message-copies';
import { CHANGEABLE_SETTINGS, SETTING_CHANGES } from '../../model/cluster/setting-change';
import type { SuiteStage } from './suite';

/** What samples, alarms and the page of a message ask. */
export function describeState({ cluster, send }: SuiteStage): void {
  describe('state', () => {
    test('each broker says how much it has to do, and none has too much', async () => {
      const { parts, silent } = await readBrokerLoads(cluster());
      expect(silent).toEqual([]);
      for (const { value } of parts) {
        expect(Object.keys(value.marks)).toEqual(
          expect.arrayContaining(['send-wait', 'send-queue', 'pull-wait', 'ack-wait', 'page-cache', 'disk']),
        );
        expect(value.marks['send-queue']?.line).toBeGreaterThan(0);
        expect(value.marks.disk?.value).toBeLessThan(100);
        expect([value.stored, value.handedOut]).toEqual([expect.any(Number), expect.any(Number)]);
      }
    });

    test('each broker says its version, start and settings; each name server knows all brokers', async () => {
      const { parts, silent } = await readBrokerStates(cluster());
      expect(silent).toEqual([]);
      expect(parts).not.toEqual([]);
      for (const { value } of parts) {
        expect(value).toMatchObject({ version: expect.stringMatching(/^5\./), role: 'ASYNC_MASTER' });
        expect(value.startedMs).toBeGreaterThan(0);
        expect(value.settings).toMatchObject({ fileReservedTime: '72', flushDiskType: 'ASYNC_FLUSH' });
        expect(JSON.stringify(value)).not.toMatch(/password|secret/i);
      }
      const names = parts.map(({ broker }) => broker).toSorted();
      for (const each of await readNameServers(cluster()))
        expect(each).toMatchObject({
          ...{ brokers: names, lacks: [], problem: null, version: expect.stringMatching(/^5\.\d\.\d$/) },
        });
    });

    test('each setting that may be changed is changed at both brokers, read back, and changed back', async () => {
      const { parts } = await cluster().askMasters(brokerConfig, undefined);
      for (const setting of CHANGEABLE_SETTINGS) {
        const { range } = SETTING_CHANGES[setting];
        const changes = parts.map(({ broker, value: { [setting]: seen = '' } }) => ({
          ...{ broker, seen },
          value: range === null ? String(seen !== 'true') : String(Number(seen) === range.min ? range.max : range.min),
        }));
        const none = () => Promise.resolve();
        const outcome = await changeBrokerSetting(cluster(), { setting, changes }, none);
        expect(outcome).toMatchObject({ reached: 'all', brokers: changes.map(({ value }) => ({ after: value })) });
        await expect(changeBrokerSetting(cluster(), { setting, changes }, none)).rejects.toMatchObject({
          code: 'conflict',
        });
        const back = changes.map(({ broker, seen, value }) => ({ broker, seen: value, value: seen }));
        expect(await changeBrokerSetting(cluster(), { setting, changes: back }, none)).toMatchObject({
          reached: 'all',
        });
      }
      expect((await cluster().askMasters(brokerConfig, undefined)).parts).toEqual(parts);
    });

    test('a message is found by its id at the broker that has it, and an unknown id nowhere', async () => {
      const topic = 's-found';
      await createTopic(cluster(), { topic, queues: 1, messageType: 'NORMAL' });
      await send(topic, 'find me');
      const ids = async () =>
        (await cluster().gather((_broker, ask) => ask(pull, { topic, queueNo: 0, offset: 0, most: 1 }))).parts.flatMap(
          ({ value }) => (value?.messages ?? []).map(({ properties }) => properties['UNIQ_KEY'] ?? ''),
        );
      await expect.poll(ids, { timeout: 20_000 }).toHaveLength(1);
      const [id = ''] = await ids();
      const find = async (key: string) =>
        (await findCopies(cluster(), { topic, key, by: 'uniqueId' })).answers.parts.flatMap(({ value }) => value);
      // Brokers write their index files a moment later.
      await expect
        .poll(() => find(id), { timeout: 20_000 })
        .toMatchObject([{ role: 'sent', group: null, topic, queueNo: 0, offset: 0, reconsumeTimes: 0, messageId: id }]);
      expect(await find('0'.repeat(32))).toEqual([]);
    });

    test('brokers find by a hash: another key with the same one is left out', async () => {
      const topic = 's-hashes';
      await createTopic(cluster(), { topic, queues: 1, messageType: 'NORMAL' });
      // Alike in Java. Two of each: every broker gets both.
      for (const key of ['Aa', 'Aa', 'BB', 'BB']) await send(topic, key, key);
      const toMs = cluster().options.now().getTime() + 86_400_000;
      const input = { topic, key: 'Aa', by: 'key', fromMs: 0, toMs, most: 64 } as const;
      const given = async () =>
        (await cluster().gather((_broker, ask) => ask(queryMessage, input))).parts.flatMap(({ value }) => value);
      await expect.poll(given, { timeout: 20_000 }).toHaveLength(4);
      const { answers } = await findCopies(cluster(), { topic, key: 'Aa', by: 'key' });
      expect(answers.parts.flatMap(({ value }) => value).map(({ keys }) => keys)).toEqual([['Aa'], ['Aa']]);
    });
  });
}
