import { expect, test } from 'vitest';

import type { ThrottleLimit } from '../../model/throttle/limit';
import { Throttle } from './throttle';

const metrics = { count: () => undefined, observe: () => undefined };
const limit: ThrottleLimit = {
  ...{ limitId: 1, kind: 'send-rate', scope: 'topic', subject: 'orders', hard: 4, softShare: 0.8, burstMs: 0 },
  ...{ enabled: true, version: 1, reason: '', updatedBy: 'test', updatedAt: new Date(0) },
};

test('a refusal at one node’s share of a rate says that the limit is shared, and by how many', () => {
  const throttle = new Throttle({ metrics, read: () => Promise.resolve([limit]), nowMs: () => 0 });
  throttle.setLimits([limit]);
  const send = (): void => throttle.admitSend({ topic: 'orders' }, { messages: 1, bytes: 1 });
  send();
  expect(send).toThrow(/its limit 4 messages\/s \(530/);
  throttle.setNodes(2);
  expect(send).toThrow(/its limit 4 messages\/s, shared by 2 nodes \(530/);
});
