import { describe, expect, test } from 'vitest';

import { plain } from '../../model/plain';
import { consumerOffset } from '../../cluster/admin/consumer-offset';
import { createGroup } from '../../cluster/read/change-group';
import { createTopic } from '../../cluster/read/change-topic';
import { goBack, planGoBack } from '../../cluster/read/go-back';
import { previewReset, resetOffset } from '../../cluster/read/reset';
import type { SuiteStage } from './suite';

const TWO = ['broker-a', 'broker-b'];

/** A group goes back to where it stood before a reset. */
export function describePositions({ cluster, send }: SuiteStage): void {
  describe('positions', () => {
    test('a skip is taken back, queue by queue; a group that went on is refused', async () => {
      const [group, topic] = ['s-back', 's-back-topic'];
      await createTopic(cluster(), { topic, queues: 1, messageType: 'NORMAL' });
      await createGroup(cluster(), { group, settings: {} });
      const stands = async () =>
        Promise.all(TWO.map((broker) => cluster().ask(broker, consumerOffset, { group, topic, queueNo: 0 })));
      await resetOffset(cluster(), { group, topic, since: null });
      expect(await stands()).toEqual([0, 0]);
      for (let n = 0; n < 6; n += 1) await send(topic, `body ${n}`);
      const { queues } = await previewReset(cluster(), { group, topic, since: null });
      await resetOffset(cluster(), { group, topic, since: null });
      expect(await stands()).toEqual([3, 3]);
      const left = { group, topic, queues: queues.map((queue) => ({ ...queue, from: queue.from ?? -1 })) };
      expect(await planGoBack(cluster(), left)).toMatchObject({ blocker: null, delivered: { value: 6 } });
      expect(await goBack(cluster(), left)).toEqual(TWO.map((broker) => ({ broker, problem: null })));
      expect(await stands()).toEqual([0, 0]);
      // Where it stood: nothing is left to do.
      expect((await planGoBack(cluster(), left)).blocker).toBeNull();
      const other = { ...left, queues: left.queues.map((queue) => ({ ...queue, from: 2 })) };
      expect(plain(await planGoBack(cluster(), other)).blocker).toMatch(
        `The offset of ${group} in broker-a queue 0 is 0, not 3: the group has consumed, or messages arrived`,
      );
      // A position that the broker does not have is refused by it.
      const beyond = { ...left, queues: left.queues.map((queue) => ({ ...queue, from: 900 })) };
      expect(
        plain(await planGoBack(cluster(), { ...beyond, queues: beyond.queues.map((q) => ({ ...q, to: 0 })) })).blocker,
      ).toBe('broker-a queue 0 ends at 3, before 900.');
    });
  });
}
