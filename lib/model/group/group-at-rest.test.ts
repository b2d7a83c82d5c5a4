import { expect, test } from 'vitest';
import { atRestProblems, type GroupWork } from './group-at-rest';
import { defaultGroupSettings } from './group-settings';

const idle: GroupWork = { inFlight: 0, waiting: 0, orderedKeys: 0, openRedrives: 0, unread: 0, connected: 0 };
const before = defaultGroupSettings('concurrent');
const ordered = defaultGroupSettings('ordered');

test('ordering waits for what is in progress, and says how much that is', () => {
  expect(atRestProblems(before, ordered, { ...idle, inFlight: 1, waiting: 340 })).toEqual([
    {
      ...{ field: 'deliveryOrder', limit: 'no message in progress', value: 341 },
      message: "Ordering can't be changed while messages are in progress (1 in flight, 340 waiting).",
    },
  ]);
  expect(atRestProblems(before, ordered, { ...idle, orderedKeys: 2, openRedrives: 1 })[0]?.message).toContain(
    '(2 ordered keys busy, 1 open re-drive)',
  );
  expect(atRestProblems(before, ordered, { ...idle, unread: 5, connected: 3 })).toEqual([]);
});

test('delivery mode waits for unread messages too, and the way back for connected clients', () => {
  const broadcast = { ...before, messageModel: 'broadcasting' } as const;
  const work = { ...idle, unread: 5, connected: 3 };
  expect(atRestProblems(before, broadcast, work)).toMatchObject([{ field: 'messageModel', value: 5 }]);
  expect(atRestProblems(broadcast, before, work)).toMatchObject([{ field: 'messageModel', value: 3 }]);
});

test('every field that waits is listed; other changes wait for nothing', () => {
  const both = { ...ordered, messageModel: 'broadcasting' } as const;
  expect(atRestProblems(before, both, { ...idle, waiting: 1, unread: 2 }).map(({ field }) => field)).toEqual([
    'messageModel',
    'messageModel',
    'deliveryOrder',
  ]);
  expect(atRestProblems(before, { ...before, maxRetries: 3 }, { ...idle, waiting: 9 })).toEqual([]);
});
