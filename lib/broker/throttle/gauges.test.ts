import { expect, test } from 'vitest';

import type { LimitUse } from '../../model/throttle/limit-state';
import { limitGauges } from './gauges';

test('limits say how much of them is used; an unread level has no value', () => {
  const limit = { kind: 'send-rate', scope: 'topic', subject: 'orders' };
  const use = { limit, value: 9, line: 10, nodes: 1, ageMs: 0, state: 'warning' } as unknown as LimitUse;
  const unread = { ...use, value: null, state: 'unknown' } as unknown as LimitUse;
  expect(limitGauges([use, unread])).toEqual([
    { name: 'redrive_limit_used_ratio', labels: limit, value: 0.9 },
    { name: 'redrive_limit_warning', labels: limit, value: 1 },
  ]);
});
