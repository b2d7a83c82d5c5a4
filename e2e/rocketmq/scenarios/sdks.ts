import { setTimeout as sleep } from 'node:timers/promises';

import { gaps } from '../../java/support/fixture';
import type { JavaReceived } from '../../java/support/sdk-host';
import { startProducer, startPushConsumer } from '../../protocol/support/sdk';
import { until } from '../../protocol/support/wait';
import type { Scenario, Stage } from '../support/stage';

/** How late a real broker may be with every single redelivery. */
const PATIENCE_MS = 60_000;
const LISTENER_MS = 75_000;

async function noteDeliveries(stage: Stage, dueMs: readonly number[]): Promise<void> {
  await until('all deliveries', () => stage.java.ended(stage.id).length > dueMs.length, PATIENCE_MS);
  await sleep(2_000);
  const measured = gaps(stage.java, stage.id);
  const deliveries = stage.java.received(stage.id);
  stage.log.note('deliveries', {
    order: deliveries.map(({ body, attempt }) => `${body}#${attempt}`),
    ids: new Set(deliveries.map(({ messageId }) => messageId)).size,
  });
  for (const [index, due] of dueMs.entries())
    stage.log.note(`pause ${index + 1}`, {}, { measuredMs: measured[index] ?? Number.NaN, dueMs: due });
}

export const sdks: readonly Scenario[] = [
  {
    id: 'java-push-retry',
    title: '[case 10] Java push consumer: customized intervals, then no more',
    run: async (stage) => {
      const [topic, group] = await Promise.all([
        stage.topic(),
        stage.group({ maxRetries: 2, intervalsMs: [1_000, 2_000] }),
      ]);
      await stage.java.tell('push', { client: stage.id, group, topic, failing: -1 });
      await stage.java.tell('producer', { client: `${stage.id}-producer`, topic });
      await stage.java.tell('send', { client: `${stage.id}-producer`, topic, body: 'm1' });
      await noteDeliveries(stage, [1_000, 2_000]);
    },
  },
  {
    id: 'java-push-ordered',
    title: '[case 38, 40] Java push consumer, ordered: fails, is dead, the next follows',
    run: async (stage) => {
      const [topic, group] = await Promise.all([
        stage.topic('FIFO'),
        stage.group({ ordered: true, maxRetries: 1, intervalsMs: [2_000] }),
      ]);
      await stage.java.tell('producer', { client: `${stage.id}-producer`, topic });
      for (const body of ['m1', 'm2'])
        await stage.java.tell('send', { client: `${stage.id}-producer`, topic, body, messageGroup: 'g' });
      await stage.java.tell('push', { client: stage.id, group, topic, failing: -1 });
      await noteDeliveries(stage, [2_000, 0, 2_000]);
    },
  },
  {
    id: 'java-push-long',
    title: '[case 16] Java push consumer whose listener works for 75 s',
    run: async (stage) => {
      const [topic, group] = await Promise.all([stage.topic(), stage.group({ intervalsMs: [1_000] })]);
      await stage.java.tell('push', { client: stage.id, group, topic, workMs: LISTENER_MS });
      await stage.java.tell('producer', { client: `${stage.id}-producer`, topic });
      await stage.java.tell('send', { client: `${stage.id}-producer`, topic, body: 'm1' });
      await until('the end of the work', () => stage.java.ended(stage.id).length === 1, LISTENER_MS + 20_000);
      await sleep(2_000);
      stage.log.note('deliveries', {
        order: stage.java.received(stage.id).map(({ body, attempt }) => `${body}#${attempt}`),
      });
    },
  },
  {
    id: 'java-simple',
    title: '[case 23, 25] Java simple consumer: changed time, late ack',
    run: async (stage) => {
      const [topic, group] = await Promise.all([stage.topic(), stage.group()]);
      await stage.java.tell('simple', { client: stage.id, group, topic });
      await stage.java.tell('producer', { client: `${stage.id}-producer`, topic });
      await stage.java.tell('send', { client: `${stage.id}-producer`, topic, body: 'm1' });
      const receive = (): Promise<JavaReceived[]> => stage.java.tell('receive', { client: stage.id });
      const code = (command: string, message: string, options: object = {}): Promise<number> =>
        stage.java.tell(command, { client: stage.id, message, ...options }).then(
          () => 20000,
          (error: { code?: number }) => error.code ?? 0,
        );
      const [first] = await receive();
      const changedAtMs = performance.now();
      stage.log.note('change', { code: await code('change', first?.name ?? '', { invisibleMs: 3_000 }) });
      let second: JavaReceived | undefined;
      for (let polls = 0; second === undefined && polls < 6; polls += 1) [second] = await receive();
      stage.log.note(
        'second',
        { attempt: second?.attempt ?? null },
        { measuredMs: performance.now() - changedAtMs, dueMs: 3_000 },
      );
      stage.log.note('late ack', { code: await code('ack', first?.name ?? '') });
      stage.log.note('ack', { code: await code('ack', second?.name ?? '') });
    },
  },
  {
    id: 'java-dead-letters',
    title: '[case 51] Java push consumer of the topic of dead letters',
    run: async (stage) => {
      const [topic, group, reader] = await Promise.all([
        stage.topic('FIFO'),
        stage.group({ ordered: true, maxRetries: 0 }),
        stage.group({}, '-reader'),
      ]);
      await stage.java.tell('producer', { client: `${stage.id}-producer`, topic });
      await stage.java.tell('send', { client: `${stage.id}-producer`, topic, body: 'm1', messageGroup: 'g' });
      await stage.java.tell('push', { client: `${stage.id}-failing`, group, topic, failing: -1 });
      await until('the failure', () => stage.java.ended(`${stage.id}-failing`).length === 1, PATIENCE_MS);
      // The real proxy learns of the new topic from its name server.
      for (let tries = 0; tries < 12; tries += 1) {
        const started = await stage.java.tell('push', { client: stage.id, group: reader, topic: `%DLQ%${group}` }).then(
          () => true,
          () => false,
        );
        if (started) break;
        await sleep(4_000);
      }
      await until('the letter', () => stage.java.ended(stage.id).length === 1, PATIENCE_MS);
      const [letter] = stage.java.received(stage.id);
      stage.log.note('letter', {
        body: letter?.body ?? null,
        attempt: letter?.attempt ?? null,
        ofTheDeadLetters: letter?.topic === `%DLQ%${group}`,
        messageGroup: letter?.messageGroup ?? null,
      });
    },
  },
  {
    id: 'node-push-retry',
    title: '[case 10] Node push consumer: customized intervals',
    run: async (stage) => {
      const [topic, group] = await Promise.all([
        stage.topic(),
        stage.group({ maxRetries: 2, intervalsMs: [1_000, 2_000] }),
      ]);
      const producer = await startProducer(stage.target.port, topic);
      const { consumer, deliveries } = await startPushConsumer(stage.target.port, group, topic, () => false);
      stage.onClose(async () => {
        await Promise.all([producer.shutdown(), consumer.shutdown()]);
      });
      await producer.send({ topic, body: Buffer.from('m1') });
      await until('all deliveries', () => deliveries.length === 3, PATIENCE_MS);
      await sleep(3_000);
      stage.log.note('deliveries', { attempts: deliveries.map(({ attempt }) => attempt) });
      for (const [index, dueMs] of [1_000, 2_000].entries()) {
        const measuredMs = (deliveries[index + 1]?.atMs ?? 0) - (deliveries[index]?.atMs ?? 0);
        stage.log.note(`pause ${index + 1}`, {}, { measuredMs, dueMs });
      }
    },
  },
];
