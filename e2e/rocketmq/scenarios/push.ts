import { setTimeout as sleep } from 'node:timers/promises';

import { setScene } from '../support/scene';
import type { Scenario } from '../support/stage';

export const push: readonly Scenario[] = [
  {
    id: 'push-retry',
    title: '[case 10] nacks of a push consumer, a customized policy, the last delivery',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'PUSH_CONSUMER', {
        maxRetries: 3,
        intervalsMs: [1_000, 3_000],
      });
      await producer.mustSend(['m1']);
      let delivery = await consumer.receive('delivery 1');
      for (const [index, dueMs] of [1_000, 3_000, 3_000].entries()) {
        const nackedAtMs = performance.now();
        await consumer.change(`nack ${index + 1}`, delivery.messages[0], dueMs);
        delivery = await consumer.await(`delivery ${index + 2}`, { sinceMs: nackedAtMs, dueMs });
      }
      await consumer.change('nack 4', delivery.messages[0], 1_000);
      await sleep(3_000);
      await consumer.receive('after the last');
    },
  },
  {
    id: 'push-no-retry',
    title: '[case 4] no retries: one delivery',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'PUSH_CONSUMER', { maxRetries: 0, intervalsMs: [1_000] });
      await producer.mustSend(['m1']);
      const { messages } = await consumer.receive('delivery 1');
      await consumer.change('nack', messages[0], 1_000);
      await sleep(3_000);
      await consumer.receive('after it');
    },
  },
  {
    id: 'push-lower-limit',
    title: '[case 8] the limit is lowered while a message waits for its retry',
    run: async (stage) => {
      const settings = { maxRetries: 5, intervalsMs: [1_000, 4_000] };
      const { producer, consumer, group } = await setScene(stage, 'PUSH_CONSUMER', settings);
      await producer.mustSend(['m1', 'm2']);
      const first = await consumer.poll({ max: 1 });
      const [m1] = first.messages;
      const nackedAtMs = performance.now();
      await consumer.change('nack 1', m1, 1_000);
      const m2 = await consumer.poll({ max: 1 });
      await consumer.ack('ack of m2', m2.messages[0]);
      const second = await consumer.await('delivery 2', { sinceMs: nackedAtMs, dueMs: 1_000 });
      await consumer.change('nack 2', second.messages[0], 4_000);
      await stage.target.changeGroup(group, { ...settings, maxRetries: 1 });
      await sleep(6_000);
      await consumer.receive('after the limit came down');
      await stage.target.changeGroup(group, settings);
      await consumer.receive('after it went up again');
    },
  },
  {
    id: 'push-tag',
    title: '[case 15] a tag filter; what does not match counts as consumed',
    run: async (stage) => {
      const [topic, group] = await Promise.all([stage.topic(), stage.group()]);
      const producer = await stage.party({ kind: 'PRODUCER', topics: [topic] });
      const filter = { type: 1, expression: 'A || B' };
      const consumer = await stage.party({ kind: 'PUSH_CONSUMER', group, topics: [topic], filter });
      for (const [name, tag] of Object.entries({ m1: 'A', m2: 'C', m3: 'B' })) await producer.mustSend([name], { tag });
      await producer.mustSend(['m4']);
      const { messages } = await consumer.receive('with A || B');
      await consumer.ack('acks', ...messages);
      await consumer.receive('the others with *', { filter: { type: 1, expression: '*' } });
    },
  },
  {
    id: 'push-terminated',
    title: '[case 18] a push consumer that says goodbye gives back what it holds after 1 s',
    run: async (stage) => {
      const { producer, consumer, topic, group } = await setScene(stage, 'PUSH_CONSUMER');
      await producer.mustSend(['m1']);
      await consumer.receive('held');
      const other = await stage.party({ kind: 'PUSH_CONSUMER', group, topics: [topic] });
      const endedAtMs = performance.now();
      await consumer.terminate();
      const next = await other.await('with the other', { sinceMs: endedAtMs, dueMs: 1_000 });
      await other.ack('ack', next.messages[0]);
      stage.log.note('heartbeat after the goodbye', { code: await consumer.heartbeat() });
    },
  },
  {
    id: 'push-forward',
    title: '[case 47, 54] forwarded to the dead letters twice',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'PUSH_CONSUMER', { intervalsMs: [1_000] });
      await producer.mustSend(['m1']);
      const { messages } = await consumer.receive('delivery');
      await consumer.forward('forward', messages[0], 17, 17);
      await consumer.forward('forward again', messages[0], 17, 17);
      await consumer.ack('ack after the forward', messages[0]);
      await consumer.receive('nothing more');
    },
  },
];
