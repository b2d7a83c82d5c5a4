import { setTimeout as sleep } from 'node:timers/promises';

import { describe } from '../support/party';
import { setScene } from '../support/scene';
import type { Scenario } from '../support/stage';

const MOST_ROUNDS = 6;

export const deadLetters: readonly Scenario[] = [
  {
    id: 'dlq-topic',
    title: '[case 50, 51] the topic of dead letters is consumed like any other',
    run: async (stage) => {
      const { producer, consumer, group } = await setScene(stage, 'PUSH_CONSUMER', {
        maxRetries: 0,
        intervalsMs: [1_000],
      });
      const topic = `%DLQ%${group}`;
      const reading = await stage.group({}, '-reader');
      await consumer.code('route of none', 'QueryRoute', { topic: { name: '%DLQ%nobody' } });
      await producer.mustSend(['m1', 'm2'], { tag: 'T', keys: ['k'] });
      const delivery = await consumer.poll();
      for (const message of delivery.messages) await consumer.forward(`forward ${String(message.body)}`, message, 1, 1);
      await sleep(500);
      await consumer.code('route', 'QueryRoute', { topic: { name: topic } });
      const reader = await stage.party({ kind: 'SIMPLE_CONSUMER', group: reading, topics: [topic] });
      const read = await reader.receive('read', { max: 1 });
      const [letter] = read.messages;
      const { tag, keys, messageId, messageType } = letter?.systemProperties ?? {};
      stage.log.note('letter', {
        topic: letter?.topic?.name ?? null,
        sameId: delivery.messages.some(({ systemProperties }) => systemProperties?.messageId === messageId),
        tag: tag ?? null,
        keys: keys ?? [],
        messageType: messageType ?? null,
        properties: Object.keys(letter?.userProperties ?? {}).toSorted(),
      });
      await reader.ack('ack', letter);
      await reader.receive('the other');
      await reader.code('assignment', 'QueryAssignment', { topic: { name: topic }, group: { name: reading } });
      const sender = await stage.party({ kind: 'PRODUCER', topics: [topic] });
      const { status } = await sender.send('to the dead letters');
      stage.log.note('send to it', { code: status.code });
    },
  },
  {
    id: 'dlq-by-expiry',
    title: '[case 31] never acked: the message is read from the topic of dead letters',
    run: async (stage) => {
      const { producer, consumer, group } = await setScene(stage, 'SIMPLE_CONSUMER', { maxRetries: 0 });
      await producer.mustSend(['m1']);
      await consumer.receive('only delivery');
      await sleep(10_000);
      const reading = await stage.group({}, '-reader');
      const reader = stage.stranger({ kind: 'SIMPLE_CONSUMER', group: reading, topics: [`%DLQ%${group}`] });
      let again = await consumer.poll({ pollMs: 6_000 });
      await reader.introduce();
      let read = await reader.poll();
      // The original takes note of the end of a lease some time later, and moves the message when its group asks again.
      for (let rounds = 1; rounds < MOST_ROUNDS && again.messages.length + read.messages.length === 0; rounds += 1) {
        again = await consumer.poll({ pollMs: 6_000 });
        read = await reader.poll();
      }
      stage.log.note('after expiry', { code: again.code ?? null, got: again.messages.map(describe) });
      stage.log.note('read', { code: read.code ?? null, got: read.messages.map(describe) });
    },
  },
];
