import { describe, expect, test } from 'vitest';

import { browse, type Browsed } from '../../cluster/browse/browse';
import { messageAt } from '../../cluster/browse/message-at';
import { readPositions } from '../../cluster/browse/positions';
import { createGroup } from '../../cluster/read/change-group';
import { createTopic } from '../../cluster/read/change-topic';
import { previewReset, resetOffset } from '../../cluster/read/reset';
import { readTopicFigures } from '../../cluster/read/topic-figures';
import { valueOrNull } from '../../model/reading';
import type { SuiteStage } from './suite';

const bodiesOf = ({ messages }: Browsed): readonly string[] => messages.map(({ message }) => message.body.toString());

/** The log of a topic, over the queues of all brokers. */
export function describeBrowse({ cluster, send }: SuiteStage): void {
  describe('browsing a topic', () => {
    test('page by page every message comes once, the newest first, over all queues', async () => {
      await createTopic(cluster(), { topic: 's-browse', queues: 3, messageType: 'NORMAL' });
      const sent = Array.from({ length: 40 }, (_, index) => `body ${index}`);
      for (const [index, body] of sent.entries()) await send('s-browse', body, index % 4 === 0 ? 'fourth' : 'other');
      const pages: Browsed[] = [];
      for (let after: Browsed['next'] | undefined; after !== null && pages.length < 10;) {
        const page = await browse(cluster(), { topic: 's-browse', most: 9, after });
        expect(page).toMatchObject({ silent: [], answered: ['broker-a', 'broker-b'], queues: 6 });
        pages.push(page);
        after = page.next;
      }
      expect(pages.map(({ messages, left }) => [messages.length, left])).toEqual([
        ...[31, 22, 13, 4].map((left) => [9, left]),
        [4, 0],
      ]);
      const all = pages.flatMap(({ messages }) => messages);
      expect(pages.flatMap(bodiesOf).toSorted()).toEqual(sent.toSorted());
      const times = all.map(({ message }) => message.storeTimestamp);
      expect(times).toEqual(times.toSorted((a, b) => b - a));

      // What has a key, read through to the end.
      const keyed = await browse(cluster(), {
        ...{ topic: 's-browse', most: 50, matches: ({ properties }) => properties['KEYS'] === 'fourth' },
      });
      expect(keyed).toMatchObject({ next: null, checked: 40, left: 0 });
      expect(bodiesOf(keyed)).toHaveLength(10);

      // One queue of one broker, from an offset back.
      const one = all.find(({ broker }) => broker === 'broker-b');
      const { queueId: queueNo = -1 } = one?.message ?? {};
      const queue = { topic: 's-browse', broker: 'broker-b', queueNo };
      const whole = await browse(cluster(), { ...queue, most: 50 });
      const offsets = whole.messages.map(({ message }) => message.queueOffset);
      expect(offsets).toEqual(Array.from({ length: offsets.length }, (_, index) => offsets.length - 1 - index));
      const back = await browse(cluster(), { ...queue, offset: 1, most: 50 });
      expect(back.messages.map(({ message }) => message.queueOffset)).toEqual([1, 0]);
      expect(await browse(cluster(), { ...queue, queueNo: 77, most: 50 })).toMatchObject({ queues: 0, messages: [] });

      // A range of time: from a message on, and before it.
      const middle = all[20]?.message.storeTimestamp ?? 0;
      const later = await browse(cluster(), { topic: 's-browse', fromMs: middle, most: 50 });
      const earlier = await browse(cluster(), { topic: 's-browse', toMs: middle, most: 50 });
      expect(later.messages).toHaveLength(times.filter((ms) => ms >= middle).length);
      expect(earlier.messages).toHaveLength(times.filter((ms) => ms < middle).length);
      const beyond = { topic: 's-browse', fromMs: (times[0] ?? 0) + 3_600_000, most: 50 };
      expect(await browse(cluster(), beyond)).toMatchObject({ messages: [], next: null });

      const figures = await readTopicFigures(cluster(), 's-browse');
      expect(figures).toMatchObject({ stored: { kind: 'value', value: 40 }, silent: [] });
      const numbers = figures.queues.map(({ broker, queueNo }) => `${broker} ${queueNo}`);
      expect(numbers).toEqual(numbers.toSorted());
      expect(figures.queues.reduce((sum, { stored }) => sum + stored, 0)).toBe(40);
      expect(valueOrNull(figures.inPerSecond)).toBeGreaterThan(0);
      const oldest = figures.queues.flatMap(({ oldestAt }) => valueOrNull(oldestAt) ?? []).toSorted();
      expect(oldest[0]).toBe(new Date(times.at(-1) ?? 0).toISOString());
    }, 60_000);

    test('one message is read at its place, and nothing where none is', async () => {
      await createTopic(cluster(), { topic: 's-placed', queues: 1, messageType: 'NORMAL' });
      for (let index = 0; index < 4; index += 1) await send('s-placed', `body ${index}`);
      const place = { broker: 'broker-a', topic: 's-placed', queueNo: 0 };
      expect(await messageAt(cluster(), { ...place, offset: 1 })).toMatchObject({ queueOffset: 1, topic: 's-placed' });
      expect(await messageAt(cluster(), { ...place, offset: 2 })).toBeNull();
      expect(await messageAt(cluster(), { ...place, topic: 's-none', offset: 0 })).toBeNull();
    });

    test('a group has a position in the queues that it took from, and none before', async () => {
      await createTopic(cluster(), { topic: 's-positions', queues: 1, messageType: 'NORMAL' });
      for (let index = 0; index < 4; index += 1) await send('s-positions', `body ${index}`);
      await createGroup(cluster(), { group: 's-positioned', settings: {} });
      const of = { group: 's-positioned', topic: 's-positions' };
      expect(await readPositions(cluster(), of)).toEqual({ positions: [], silent: [] });
      // Nor does a reset skip what it never stood before.
      expect(await previewReset(cluster(), { ...of, since: null })).toMatchObject({ skipped: { value: 0 } });
      await resetOffset(cluster(), { ...of, since: null });
      cluster().shared.forget('positions s-positioned s-positions');
      expect((await readPositions(cluster(), of)).positions).toMatchObject([
        { broker: 'broker-a', queueNo: 0, offset: 2 },
        { broker: 'broker-b', queueNo: 0, offset: 2 },
      ]);
    });
  });
}
