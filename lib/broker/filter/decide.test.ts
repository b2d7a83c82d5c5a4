import { expect, test } from 'vitest';

import type { ClaimReceiver } from '../../store/queries/delivery/delivery-claim';
import type { PeekedMessage } from '../../store/queries/filter/filter-peek';
import { type Decided, decide } from './decide';
import { Matcher } from './matcher';
import { parseFilter } from './parse-filter';

const { sql } = parseFilter({ type: 'SQL', expression: 'n = 1' });

function logged(fields: Partial<PeekedMessage> & { readonly off: number; readonly n: string }): PeekedMessage {
  const { n, ...rest } = fields;
  return { queueId: 1, seg: 7, epoch: null, fromOff: 100, fromSeg: 6, bytes: 1, values: [n], ...rest };
}

/** A queue from offset 100 on: "1" matches. */
const queue = (ns: string, queueId = 1): PeekedMessage[] =>
  [...ns].map((n, index) => logged({ queueId, off: 100 + index, n }));
const due = (n: string, off: number): PeekedMessage => logged({ off, n, epoch: off });

async function decideFor(wants: readonly number[], peeked: readonly PeekedMessage[], maxBytes = 100): Promise<Decided> {
  if (sql === null) throw new Error('not parsed');
  const receivers = wants.map((want): ClaimReceiver => ({
    want,
    invisibleMs: 1,
    clientId: 1,
    autoRenew: false,
    attemptId: null,
  }));
  return await decide(new Matcher(sql), peeked, receivers, maxBytes);
}

const lines = ({ leases }: Decided): string[] =>
  leases.map(
    ({ receiver, queueId, fromOff, endOff, offs }) =>
      `${receiver}: ${queueId} ${fromOff}-${endOff} [${offs.join(' ')}]`,
  );

test.each<[string, readonly number[], string, readonly string[]]>([
  ['nothing matches: the cursor moves', [2], '0000', ['0: 1 100-104 []']],
  ['all that was examined is behind the cursor', [8], '0100100', ['0: 1 100-107 [101 104]']],
  ['it stops right behind the last one there is room for', [2], '0101001', ['0: 1 100-104 [101 103]']],
  [
    'the second receive goes on behind what the first went past',
    [1, 2],
    '0100101',
    ['0: 1 100-104 [101]', '1: 1 104-107 [104 106]'],
  ],
  ['a receive that gets nothing has no lease', [4, 4], '0010', ['0: 1 100-104 [102]']],
])('%s', async (_, wants, log, leases) => {
  expect(lines(await decideFor(wants, queue(log)))).toEqual(leases);
});

test('the next queue goes on with the same receive; the first stretch starts in the segment of the cursor', async () => {
  const decided = await decideFor([2, 1], [...queue('001'), ...queue('0101', 2)]);
  expect(lines(decided)).toEqual(['0: 1 100-103 [102]', '0: 2 100-103 [101]', '1: 2 103-104 [103]']);
  expect(decided.leases.map(({ fromSeg, seg }) => [fromSeg, seg])).toEqual([
    [6, 7],
    [6, 7],
    [7, 7],
  ]);
  expect(decided).toMatchObject({ chosen: 3, passedOver: 4 });
});

test('what a receive may carry bounds it: the rest is the next one’s, or stays in the log', async () => {
  const heavy = queue('11101').map((message) => ({ ...message, bytes: 40 }));
  expect(lines(await decideFor([9, 1], heavy))).toEqual(['0: 1 100-102 [100 101]', '1: 1 102-103 [102]']);
});

test('due messages fill half of a receive first and what the log leaves of it; messages that do not match are dropped', async () => {
  const waiting = [due('1', 1), due('0', 2), due('1', 3), due('1', 4), due('1', 5)];
  const decided = await decideFor([4], [...waiting, ...queue('01')]);
  expect(decided.due.map(({ off }) => off)).toEqual([1, 3, 4]);
  expect(decided.drops.map(({ off }) => off)).toEqual([2]);
  expect(lines(decided)).toEqual(['0: 1 100-102 [101]']);
  expect(lines(await decideFor([1], [...waiting, ...queue('01')]))).toEqual([]);
});
