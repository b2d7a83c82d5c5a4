import { describe, expect, test } from 'vitest';

import { createTopic } from '../../cluster/read/change-topic';
import { readScheduledMessages } from '../../cluster/schedule/read-scheduled';
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
    });
  });
}
