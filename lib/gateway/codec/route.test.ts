import { expect, test } from 'vitest';

import type { ConsumerGroup } from '../../model/group/group';
import type { Topic } from '../../model/topic/topic';
import { toAssignments, toRoute } from './route';

const topic: Topic = {
  ...{ topicId: 1, name: 'orders', messageType: 'FIFO', queueCount: 3, createdAt: new Date(0) },
  queueIds: [7, 8, 9],
};
const group = (deliveryOrder: ConsumerGroup['deliveryOrder']): ConsumerGroup =>
  ({ deliveryOrder }) as Partial<ConsumerGroup> as ConsumerGroup;

test('a route numbers the queues of a topic from 0', () => {
  expect(toRoute(topic, {}).map(({ id }) => id)).toEqual([0, 1, 2]);
});

test('an ordered group gets each queue, any other one that stands for all', () => {
  const ids = (order: ConsumerGroup['deliveryOrder']) =>
    toAssignments(topic, group(order), {}).map(({ messageQueue }) => messageQueue.id);
  expect(ids('ordered')).toEqual([0, 1, 2]);
  expect(ids('concurrent')).toEqual([-1]);
});
