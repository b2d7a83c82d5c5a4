import { setTimeout as sleep } from 'node:timers/promises';

import { type Scene, setScene } from '../support/scene';
import type { Scenario, Stage } from '../support/stage';

const LEASE_MS = 10_000;
const messageGroup = 'g';

function ordered(stage: Stage, kind: 'PUSH_CONSUMER' | 'SIMPLE_CONSUMER', maxRetries = 16): Promise<Scene> {
  return setScene(stage, kind, { ordered: true, maxRetries, intervalsMs: [3_000] }, 'FIFO');
}

export const fifo: readonly Scenario[] = [
  {
    id: 'fifo-simple',
    title: '[case 42] one message out, the queue waits for it',
    run: async (stage) => {
      const { producer, consumer } = await ordered(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1', 'm2'], { messageGroup });
      const first = await consumer.receive('first', { max: 1 });
      await consumer.receive('blocked', { max: 1 });
      const again = await consumer.await('first again', { sinceMs: first.atMs, dueMs: LEASE_MS }, { max: 1 });
      await consumer.ack('ack', again.messages[0]);
      await consumer.receive('next', { max: 1 });
    },
  },
  {
    id: 'fifo-acked-behind',
    title: '[case 43] of three, the last two are acked',
    run: async (stage) => {
      const { producer, consumer } = await ordered(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1', 'm2', 'm3', 'm4'], { messageGroup });
      const first = await consumer.receive('three', { max: 3 });
      await consumer.ack('ack of m2 and m3', first.messages[1], first.messages[2]);
      await consumer.receive('blocked');
      const next = await consumer.await('after expiry', { sinceMs: first.atMs, dueMs: LEASE_MS });
      await consumer.ack('ack of all', ...next.messages);
      await consumer.receive('after that');
    },
  },
  {
    id: 'fifo-acked-behind-alone',
    title: '[case 43] of three, the last two are acked, and nothing follows them',
    run: async (stage) => {
      const { producer, consumer } = await ordered(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1', 'm2', 'm3'], { messageGroup });
      const first = await consumer.receive('three', { max: 3 });
      await consumer.ack('ack of m2 and m3', first.messages[1], first.messages[2]);
      const next = await consumer.await('after expiry', { sinceMs: first.atMs, dueMs: LEASE_MS });
      await consumer.ack('ack of m1 alone', next.messages[0]);
      await consumer.await('after another', { sinceMs: next.atMs, dueMs: LEASE_MS });
    },
  },
  {
    id: 'fifo-acked-first',
    title: '[case 43a] of three, only the first is acked',
    run: async (stage) => {
      const { producer, consumer } = await ordered(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1', 'm2', 'm3', 'm4'], { messageGroup });
      const first = await consumer.receive('three', { max: 3 });
      await consumer.ack('ack of m1', first.messages[0]);
      await consumer.receive('blocked');
      await consumer.await('after expiry', { sinceMs: first.atMs, dueMs: LEASE_MS });
    },
  },
  {
    id: 'fifo-attempt-id',
    title: '[case 44] the same attempt id twice, another one',
    run: async (stage) => {
      const { producer, consumer } = await ordered(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1', 'm2', 'm3'], { messageGroup });
      const first = await consumer.receive('first', { max: 2, attemptId: 'a' });
      const repeated = await consumer.receive('same attempt id', { max: 2, attemptId: 'a' });
      await consumer.receive('another attempt id', { max: 2, attemptId: 'b' });
      const later = await consumer.await(
        'another attempt id after expiry',
        { sinceMs: repeated.messages.length > 0 ? repeated.atMs : first.atMs, dueMs: LEASE_MS },
        { max: 2, attemptId: 'b' },
      );
      await consumer.ack('ack of all', ...later.messages);
      await consumer.receive('next', { attemptId: 'c' });
    },
  },
  {
    id: 'fifo-attempt-id-acked',
    title: '[case 44] the same attempt id after an ack of a part, and with the handles of the first answer',
    run: async (stage) => {
      const { producer, consumer } = await ordered(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1', 'm2', 'm3'], { messageGroup });
      const first = await consumer.receive('first', { max: 2, attemptId: 'a' });
      await consumer.ack('ack of m1', first.messages[0]);
      const repeated = await consumer.receive('same attempt id', { max: 2, attemptId: 'a' });
      await consumer.ack('ack with the first handle of m2', first.messages[1]);
      await consumer.ack('acks with the handles repeated', ...repeated.messages);
      await consumer.receive('next', { attemptId: 'b' });
    },
  },
  {
    id: 'fifo-change-middle',
    title: '[case 45] of three, the middle one is changed and the others acked',
    run: async (stage) => {
      const { producer, consumer } = await ordered(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1', 'm2', 'm3', 'm4'], { messageGroup });
      const first = await consumer.receive('three', { max: 3, invisibleMs: 20_000 });
      const changedAtMs = performance.now();
      await consumer.change('m2 to 5 s', first.messages[1], 5_000);
      await consumer.ack('ack of m1', first.messages[0]);
      await consumer.ack('ack of m3', first.messages[2]);
      const next = await consumer.await('after the change', { sinceMs: changedAtMs, dueMs: 5_000 });
      await consumer.ack('ack of all', ...next.messages);
      await consumer.receive('after that');
    },
  },
  {
    id: 'fifo-old-handle',
    title: '[case 46] an ack with the handle of an earlier delivery',
    run: async (stage) => {
      const { producer, consumer } = await ordered(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1', 'm2'], { messageGroup });
      const first = await consumer.receive('first', { max: 1 });
      const second = await consumer.await('second', { sinceMs: first.atMs, dueMs: LEASE_MS }, { max: 1 });
      await consumer.ack('ack with the old handle', first.messages[0]);
      await consumer.receive('still blocked', { max: 1 });
      await consumer.change('change with the old handle', first.messages[0], 12_000);
      await consumer.ack('ack', second.messages[0]);
      await consumer.receive('next', { max: 1 });
    },
  },
  {
    id: 'fifo-groups-of-a-queue',
    title: '[case 41] two message groups on one queue',
    run: async (stage) => {
      const { producer, consumer } = await ordered(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['a1', 'a2'], { messageGroup: 'a' });
      await producer.mustSend(['b1', 'b2'], { messageGroup: 'b' });
      await consumer.receive('one', { max: 1 });
      await consumer.receive('while a1 is out');
    },
  },
  {
    id: 'fifo-forward',
    title: '[case 47] an ordered message is forwarded to the dead letters twice; the next follows',
    run: async (stage) => {
      const { producer, consumer } = await ordered(stage, 'PUSH_CONSUMER');
      await producer.mustSend(['m1', 'm2'], { messageGroup });
      const { messages } = await consumer.receive('delivery', { max: 1 });
      await consumer.forward('forward', messages[0], 17, 17);
      await consumer.forward('forward again', messages[0], 17, 17);
      await consumer.receive('next', { max: 1 });
    },
  },
  {
    id: 'fifo-last-delivery',
    title: '[case 42] an ordered message whose deliveries are used up by expiry',
    run: async (stage) => {
      const { producer, consumer } = await ordered(stage, 'SIMPLE_CONSUMER', 1);
      await producer.mustSend(['m1', 'm2'], { messageGroup });
      const first = await consumer.receive('first', { max: 1 });
      const second = await consumer.await('second', { sinceMs: first.atMs, dueMs: LEASE_MS }, { max: 1 });
      await sleep(LEASE_MS - 5_000);
      await consumer.await('next', { sinceMs: second.atMs, dueMs: LEASE_MS }, { max: 1 });
    },
  },
  {
    id: 'fifo-unordered-group',
    title: 'an ordered topic with a group that is not ordered',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'SIMPLE_CONSUMER', {}, 'FIFO');
      await producer.mustSend(['m1', 'm2'], { messageGroup });
      await consumer.receive('first', { max: 1 });
      await consumer.receive('not blocked', { max: 1 });
    },
  },
];
