import { expect, test } from 'vitest';

import type { PeerLoad } from '@/lib/console/reads/cluster-load';
import { known, unknown } from '@/lib/model/reading';
import { loadWords, markLine } from './load.model';

const at = '2026-01-01T00:00:00.000Z';
const broker: PeerLoad = {
  ...{ kind: 'broker', name: 'broker-a', awaySince: null, awayWhy: null, unwellWhy: null, seenAt: at },
  ...{ inPerSecond: known(1, at), outPerSecond: unknown('not counted'), marks: [] },
};

test.each([
  [[broker], '1 broker; none has too much to do.'],
  [[broker, { ...broker, name: 'broker-b', awayWhy: 'no answer within 5 s' }], '2 brokers; broker-b does not answer.'],
  [[{ ...broker, unwellWhy: 'First waiting send: 450 ms' }], '1 broker; broker-a has too much to do.'],
])('%j', (peers, words) => {
  expect(loadWords(peers)).toBe(words);
});

test('a mark says what the broker does beyond its line', () => {
  expect(markLine({ mark: 'send-wait', value: known(12, at), line: 200 })).toBe(
    'of 200: sends are refused as too busy',
  );
  expect(markLine({ mark: 'dispatch-behind', value: known(0, at), line: null })).toBe('');
});
