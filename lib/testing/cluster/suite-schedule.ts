import { describe, expect, test } from 'vitest';

import { createTopic } from '../../cluster/read/change-topic';
import { findScheduled, recallScheduled } from '../../cluster/schedule/find-scheduled';
import { readScheduledMessages } from '../../cluster/schedule/read-scheduled';
import { readTimers } from '../../cluster/schedule/read-timers';
import { sendNew } from '../../cluster/send/send-new';
import { wireProperties } from '../../cluster/send/wire-properties';
import type { SuiteStage } from './suite';

const HOUR_MS = 3_600_000;

/** What waits at brokers for its time. */
export function describeSchedule({ cluster }: Pick<SuiteStage, 'cluster'>): void {
  describe('scheduled messages', () => {
    test('one with a time and one with a delay level are listed with their due times', async () => {
      const topic = 's-later';
      for (const name of [topic, 's-other'])
        await createTopic(cluster(), { topic: name, queues: 2, messageType: 'DELAY' });
      const bornMs = cluster().options.now().getTime();
      const send = async (
        broker: string,
        messageId: string,
        given: { to?: string; level?: number; dueMs?: number },
      ) => {
        const { to = topic, level, dueMs } = given;
        const properties = wireProperties({
          ...{ messageId, tag: 'paid', keys: ['k1', 'k2'], messageGroup: null, bornMs, bornHost: '10.0.0.1' },
          ...{ properties: level === undefined ? {} : { DELAY: String(level) } },
          deliverAt: dueMs === undefined ? null : new Date(dueMs),
        });
        const message = { broker, topic: to, queues: 2, messageGroup: null, bornMs, properties };
        await sendNew(cluster(), { ...message, body: Buffer.from('later') });
      };
      // Within a second, and at the end of one: brokers keep only the second.
      const dueMs = bornMs - (bornMs % 1_000) + 2 * HOUR_MS;
      await send('broker-a', 'S-TIME', { dueMs: dueMs + 250 });
      await send('broker-a', 'S-FULL', { dueMs: dueMs + 5_000 });
      await send('broker-b', 'S-LEVEL', { level: 17 });
      await send('broker-b', 'S-OTHER', { to: 's-other', dueMs });
      const read = () => {
        cluster().shared.forget(`scheduled ${topic}`);
        return readScheduledMessages(cluster(), topic);
      };
      await expect.poll(async () => (await read()).items.length, { timeout: 10_000 }).toBe(3);
      const found = await read();
      expect(found).toMatchObject({ waiting: { kind: 'value', value: 3 }, silent: [], notes: [] });
      const sent = { topic, tag: 'paid', keys: ['k1', 'k2'], bodyBytes: 5, bornHost: '10.0.0.1' };
      expect(found.items).toMatchObject([
        { ...sent, messageId: 'S-LEVEL', broker: 'broker-b', bornAt: new Date(bornMs).toISOString() },
        { ...sent, messageId: 'S-TIME', broker: 'broker-a', dueAt: new Date(dueMs + 250).toISOString() },
        { ...sent, messageId: 'S-FULL', broker: 'broker-a', dueAt: new Date(dueMs + 5_000).toISOString() },
      ]);
      const [level] = found.items;
      expect(Date.parse(level?.dueAt ?? '') - Date.parse(level?.scheduledAt ?? '')).toBe(HOUR_MS);
      expect((await readScheduledMessages(cluster(), 's-other')).items.map(({ messageId }) => messageId)).toEqual([
        'S-OTHER',
      ]);
      const find = async (messageId: string) =>
        (await findScheduled(cluster(), { topic, messageId })).parts.flatMap(({ value }) => value);
      await expect
        .poll(() => find('S-TIME'), { timeout: 20_000 })
        .toMatchObject([
          { broker: 'broker-a', state: 'waiting', by: 'time', dueAt: new Date(dueMs + 250).toISOString() },
        ]);
      expect(await find('S-LEVEL')).toMatchObject([{ broker: 'broker-b', state: 'waiting', by: 'level' }]);
      expect(await find('S-OTHER')).toEqual([]);
      // Each broker counts what waits in its timer.
      const timers = async () => {
        cluster().shared.forget('timers');
        const { parts } = await readTimers(cluster());
        return parts.map(({ value }) => [value.isOn, value.topics?.some((each) => each.topic === topic)]);
      };
      await expect.poll(timers, { timeout: 20_000 }).toEqual([
        [true, true],
        [true, false],
      ]);
      const none = () => Promise.resolve();
      const recall = (messageId: string) => recallScheduled(cluster(), { topic, messageId }, none);
      expect(await recall('S-TIME')).toMatchObject({ changed: true, items: [{ state: 'recalled' }] });
      expect(await recall('S-TIME')).toMatchObject({ changed: false, items: [{ recalledAt: expect.any(String) }] });
      expect((await read()).items.map(({ messageId }) => messageId)).toEqual(['S-LEVEL', 'S-FULL']);
      await expect(recall('S-LEVEL')).rejects.toMatchObject({ code: 'message-type-conflict' });
      await expect(recall('S-OTHER')).rejects.toMatchObject({ code: 'message-not-found' });
    });
  });
}
