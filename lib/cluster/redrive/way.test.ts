import fc from 'fast-check';
import { expect, test } from 'vitest';

import { LINEAGE_PROPERTY, lineageOf, ordOf, REDRIVE_WAYS, type RedriveWay } from '../../model/redrive/redrive-way';
import type { GroupKind } from '../topology/capability';
import { compressionOf } from '../wire/message';
import { copyOf } from './copy';
import type { Letter } from './letter';
import { chooseWay, type WayFacts } from './way';

const V1 = { usesRetryTopicV2: false, readsRetryTopicV1: true };
const UNWRITABLE = { usesRetryTopicV2: true, readsRetryTopicV1: false };
const facts = (kind: GroupKind, more: Partial<WayFacts> = {}): WayFacts => ({
  ...{ kind, isOrdered: kind === 'pop-ordered', brokers: [V1, V1], assumed: null, ...more },
});

test.each<[string, WayFacts, RedriveWay | null]>([
  ['5.x', facts('pop'), 'pop-retry'],
  ['5.x, ordered', facts('pop-ordered'), 'topic'],
  ['4.x', facts('classic'), 'classic-retry'],
  ['4.x, ordered', facts('classic-ordered'), 'send-back'],
  ['both', facts('both'), 'pop-retry'],
  ['both, ordered', facts('both', { isOrdered: true }), 'topic'],
  ['one broker whose retry topics cannot be written', facts('pop', { brokers: [V1, UNWRITABLE] }), 'topic'],
  ['no client is connected', facts('unknown'), null],
  ['said to be 5.x', facts('unknown', { assumed: '5.x' }), 'pop-retry'],
  ['said to be 5.x, ordered', facts('unknown', { assumed: '5.x', isOrdered: true }), 'topic'],
  // It serves both kinds of 4.x listeners.
  ['said to be 4.x', facts('unknown', { assumed: '4.x' }), 'send-back'],
  ['what is connected counts, not what was said', facts('classic', { assumed: '5.x' }), 'classic-retry'],
])('%s', (_what, given, way) => {
  const choice = chooseWay(given);
  expect(choice.way).toBe(way);
  expect(choice.ways.map((one) => one.way)).toEqual([...REDRIVE_WAYS]);
  // Each other way says why not.
  expect(choice.ways.filter(({ why }) => why === null).map((one) => one.way)).toEqual(way === null ? [] : [way]);
});

const properties = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.string({ maxLength: 8 }));

test('a copy is the message as it was sent, and knows its run', () => {
  fc.assert(
    fc.property(properties, fc.nat(), fc.constantFrom(...REDRIVE_WAYS), fc.nat(99_999), (own, sysFlag, way, ord) => {
      const dead = {
        ...{ DELAY: '3', POP_CK: 'x', '1ST_POP_TIME': '1', RETRY_TOPIC: '%RETRY%g_t', TIMER_OUT_MS: '5' },
        ...{ ORIGIN_MESSAGE_ID: 'old', REAL_TOPIC: '%RETRY%g', [LINEAGE_PROPERTY]: 'before.1', INNER_NUM: '2' },
      };
      const kept = { ...own, UNIQ_KEY: 'M', KEYS: 'k', TAGS: 't', __SHARDINGKEY: 's' };
      const letter: Letter = {
        ...{ broker: 'a', queueNo: 0, offset: 1, group: 'g', topic: 't', messageId: 'M', tag: 't', keys: [], flag: 7 },
        ...{ sysFlag, bornMs: 9, properties: { ...kept, ...dead }, body: Buffer.from('packed') },
      };
      const copy = copyOf(letter, way, 'run', ord);
      const { RETRY_TOPIC: origin, [LINEAGE_PROPERTY]: lineage, ...rest } = copy.properties;
      expect(origin).toBe(way === 'topic' ? undefined : 't');
      expect(ordOf('run', lineage)).toBe(ord);
      expect(rest).toMatchObject({ UNIQ_KEY: 'M', KEYS: 'k', TAGS: 't', __SHARDINGKEY: 's' });
      for (const name of Object.keys(dead)) expect(rest).not.toHaveProperty([name]);
      expect(compressionOf(copy)).toBe(compressionOf(letter));
      // Neither half of a transaction nor an address of another form.
      expect(copy.sysFlag & ~0b111_0000_0001).toBe(0);
      expect([copy.flag, copy.bornMs, copy.body]).toEqual([7, 9, letter.body]);
    }),
  );
});

test('only a copy of the run itself is taken for one', () => {
  expect(ordOf('run', lineageOf('run', 12))).toBe(12);
  for (const other of [undefined, '', 'run', 'run.', 'run.x', 'run.1.2', 'other.1', 'run2.1', 'run.-1'])
    expect(ordOf('run', other)).toBeNull();
});
