import { describe, expect, test } from 'vitest';

import { listLetterTopics } from '../../cluster/index/letter-topics';
import { openLetters } from '../../cluster/index/open-letters';
import { readLetters } from '../../cluster/index/read-letters';
import { makeTopic } from './make-topic';
import type { SuiteStage } from './suite';

const [READ, WRITE] = [4, 2];

/** Dead letters as topics of a broker. */
export function describeLetters({ cluster, send }: SuiteStage): void {
  describe('dead letters', () => {
    test('dead letters that are for writing only are refused, made readable, and read from a place on', async () => {
      const [group, topic] = ['s-dead', '%DLQ%s-dead'];
      // For writing only, as brokers before 4.9 made the topic of dead letters.
      const as = (permission: number) => cluster().askMasters(makeTopic, { topic, permission });
      await as(READ + WRITE);
      for (let index = 0; index < 4; index += 1) await send(topic, `letter ${index}`);
      await as(WRITE);
      const found = async () =>
        (await listLetterTopics(cluster())).parts.map(({ value }) => value.find((each) => each.group === group));
      expect(await found()).toMatchObject([{ isReadable: false }, { isReadable: false }]);
      const place = { broker: 'broker-a', group, queueNo: 0, next: 0, lastStoreId: null };
      await expect(readLetters(cluster(), place, 'page')).rejects.toMatchObject({ code: 'unavailable' });
      expect((await openLetters(cluster(), group)).parts.map(({ value }) => value)).toEqual([true, true]);
      expect((await openLetters(cluster(), group)).parts.map(({ value }) => value)).toEqual([false, false]);
      expect(await found()).toMatchObject([{ isReadable: true }, { isReadable: true }]);
      const read = await readLetters(cluster(), place, 'page');
      expect(read).toMatchObject({ kind: 'read', gap: null, next: 2, min: 0, max: 2 });
      if (read.kind !== 'read') return;
      expect(read.letters.map(({ offset, deliveries }) => [offset, deliveries])).toEqual([
        [0, null],
        [1, null],
      ]);
      // What lies there is compared with what was read: another message at that place is another life of the topic.
      const after = { ...place, next: 1 };
      const [first] = read.letters;
      expect(await readLetters(cluster(), { ...after, lastStoreId: first?.storeId ?? '' }, 'page')).toMatchObject({
        kind: 'read',
        letters: [{ offset: 1 }],
      });
      expect(await readLetters(cluster(), { ...after, lastStoreId: 'other' }, 'page')).toEqual({
        kind: 'another life',
      });
      expect(await readLetters(cluster(), { ...place, next: 9 }, 'page')).toEqual({ kind: 'another life' });
      expect(await readLetters(cluster(), { ...place, group: 's-none' }, 'page')).toEqual({ kind: 'no topic' });
    });
  });
}
