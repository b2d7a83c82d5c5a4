import type { Scenario, Stage } from '../support/stage';
import { setScene } from '../support/scene';
import type { SendMessageResponse, StatusResponse, SystemProperties } from '../../../lib/gateway/proto/wire';

const DELAY = 3;
const DAY_MS = 24 * 3_600_000;

function inMs(ms: number): SystemProperties {
  const atMs = Date.now() + ms;
  return {
    messageType: DELAY,
    deliveryTimestamp: { seconds: Math.floor(atMs / 1_000), nanos: (atMs % 1_000) * 1_000_000 },
  };
}

function noteEntry(stage: Stage, step: string, { status, entries = [] }: SendMessageResponse): string {
  const [entry] = entries;
  const handle = entry?.recallHandle ?? '';
  stage.log.note(step, { code: status.code, entry: entry?.status.code ?? null, recallHandle: handle !== '' });
  return handle;
}

export const delay: readonly Scenario[] = [
  {
    id: 'delay',
    title: '[case 69, 70, 71] delayed messages: 3 s, past, too far, no time at all',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'SIMPLE_CONSUMER', {}, 'DELAY');
      noteEntry(stage, 'past', await producer.send('past', inMs(-20_000)));
      const past = await consumer.receive('receive of the past');
      await consumer.ack('ack of the past', past.messages[0]);
      const sentMs = performance.now();
      noteEntry(stage, '3 s', await producer.send('m1', inMs(3_000)));
      const due = await consumer.await('receive of 3 s', { sinceMs: sentMs, dueMs: 3_000 });
      const [message] = due.messages;
      stage.log.note('properties of 3 s', {
        messageType: message?.systemProperties?.messageType ?? null,
        deliveryTimestamp: message?.systemProperties?.deliveryTimestamp !== undefined,
        properties: Object.keys(message?.userProperties ?? {}).toSorted(),
      });
      await consumer.ack('ack of 3 s', message);
      noteEntry(stage, '24 h', await producer.send('m2', inMs(DAY_MS - 2_000)));
      noteEntry(stage, '24 h and 1 s', await producer.send('m3', inMs(DAY_MS + 1_500)));
      noteEntry(stage, 'no time', await producer.send('m4', { messageType: DELAY }));
      noteEntry(stage, 'normal', await producer.send('m5'));
    },
  },
  {
    id: 'delay-retry',
    title: '[case 69] a delayed message that fails is retried like any other',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'PUSH_CONSUMER', { intervalsMs: [1_000] }, 'DELAY');
      const sentMs = performance.now();
      noteEntry(stage, 'send', await producer.send('m1', inMs(2_000)));
      const first = await consumer.await('delivery 1', { sinceMs: sentMs, dueMs: 2_000 });
      const nackedAtMs = performance.now();
      await consumer.change('nack', first.messages[0], 1_000);
      const second = await consumer.await('delivery 2', { sinceMs: nackedAtMs, dueMs: 1_000 });
      await consumer.ack('ack', second.messages[0]);
    },
  },
  {
    id: 'recall',
    title: '[case 72] recall of delayed messages, and what it refuses',
    run: async (stage) => {
      const { producer, consumer, topic } = await setScene(stage, 'SIMPLE_CONSUMER', {}, 'DELAY');
      const resource = { name: topic };
      const recall = async (step: string, recallHandle: string, at = resource): Promise<void> => {
        const answer = await producer.raw.call<StatusResponse & { messageId?: string }>('RecallMessage', {
          topic: at,
          recallHandle,
        });
        stage.log.note(step, { code: answer.status.code, messageId: (answer.messageId ?? '') !== '' });
      };
      const handle = noteEntry(stage, 'send', await producer.send('m1', inMs(6_000)));
      const sentMs = performance.now();
      noteEntry(stage, 'send of the other', await producer.send('m2', inMs(7_000)));
      await recall('recall', handle);
      await recall('recall again', handle);
      await recall('garbage', 'garbage');
      await recall('empty handle', '');
      await recall('unknown topic', handle, { name: 'nowhere' });
      const elsewhere = await stage.topic('DELAY', '-other');
      await recall('another topic', handle, { name: elsewhere });
      const { messages } = await consumer.await('only the other', { sinceMs: sentMs, dueMs: 7_000 });
      await consumer.ack('ack', messages[0]);
      const past = noteEntry(stage, 'short', await producer.send('m3', inMs(2_000)));
      await consumer.await('short came', { sinceMs: performance.now(), dueMs: 2_000 });
      await recall('recall after its time', past);
    },
  },
];
