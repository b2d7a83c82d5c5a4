import { expect, test } from 'vitest';

import { concerns, type LiveInterest } from './live-change';

const page: LiveInterest = { kinds: ['message'], group: 'a', messageId: 'm', redriveId: '1' };

test('a change concerns a page unless its kind or one of its names is another', () => {
  expect(concerns(page, { kind: 'message', group: 'a', messageId: 'm', redriveId: '1' })).toBe(true);
  expect(concerns(page, { kind: 'message' })).toBe(true);
  expect(concerns({ kinds: ['message'] }, { kind: 'message', group: 'b', messageId: 'n' })).toBe(true);
  for (const other of [{ group: 'b' }, { messageId: 'n' }, { redriveId: '2' }, { kind: 'topic' as const }])
    expect(concerns(page, { kind: 'message', ...other })).toBe(false);
});
