import { expect, test } from 'vitest';

import type { StoredMessage } from '../wire/message';
import { letterOf } from './letter';

const message = (properties: Readonly<Record<string, string>>, more: Partial<StoredMessage> = {}): StoredMessage => ({
  ...{ topic: '%DLQ%g', queueId: 0, queueOffset: 4, physicalOffset: 4711, flag: 0, sysFlag: 0, bornTimestamp: 1_000 },
  ...{ bornHost: '10.0.0.1:5000', storeTimestamp: 9_000, storeHost: '10.0.0.9:10911', reconsumeTimes: 3 },
  ...{ preparedOffset: 0, bodyCrc: 0, body: Buffer.from('x'), properties, ...more },
});

test.each([
  ['a 5.x client', { RETRY_TOPIC: '%RETRY%g_orders_eu' }, 4, ['pop', 'orders_eu', 3]],
  ['a 5.x client, second form of the name', { RETRY_TOPIC: '%RETRY%g+orders' }, 3, ['pop', 'orders', 2]],
  ['an ordered 5.x client', { RETRY_TOPIC: 'orders' }, 1, ['pop-ordered', 'orders', null]],
  ['a 4.x client', { RETRY_TOPIC: 'orders', REAL_TOPIC: '%RETRY%g', DELAY: '4' }, 17, ['classic', 'orders', 17]],
  [
    'an ordered 4.x client',
    { RETRY_TOPIC: 'orders', DELAY: '-1', RECONSUME_TIME: '2', MAX_RECONSUME_TIMES: '1' },
    2,
    ['classic-ordered', 'orders', 2],
  ],
  ['a producer that sent to the topic itself', {}, 0, [null, '%DLQ%g', null]],
  [
    'a group whose name begins the same',
    { RETRY_TOPIC: '%RETRY%g2_orders' },
    3,
    ['pop-ordered', '%RETRY%g2_orders', null],
  ],
])('who gave it up shows in what was left: %s', (_, properties, reconsumeTimes, died) => {
  const { consumer, topic, deliveries } = letterOf('g', message(properties, { reconsumeTimes }));
  expect([consumer, topic, deliveries]).toEqual(died);
});

test('ids, keys, tag, key of order and times are the ones that clients know', () => {
  const letter = letterOf(
    'g',
    message({
      ...{ UNIQ_KEY: 'M1', KEYS: 'a  b', TAGS: 'paid', __SHARDINGKEY: 'k', TRACE_CONTEXT: 't', tenant: 'a\u0000b' },
      ...{ BORN_TIMESTAMP: '500', __BORNHOST: '10.0.0.7' },
    }),
  );
  expect(letter).toMatchObject({
    ...{ messageId: 'M1', keys: ['a', 'b'], tag: 'paid', messageGroup: 'k', traceContext: 't', bornMs: 500 },
    ...{ bornHost: '10.0.0.7', deadMs: 9_000, offset: 4, encoding: 'IDENTITY', properties: { tenant: 'a\uFFFDb' } },
  });
  expect(letterOf('g', message({})).messageId).toBe(letter.storeId);
  expect(letterOf('g', message({ BORN_TIMESTAMP: 'soon' }))).toMatchObject({ bornMs: 1_000, bornHost: '10.0.0.1' });
  expect(letterOf('g', message({}, { sysFlag: 1 | (2 << 8) })).encoding).toBe('ZSTD');
});
