import { setTimeout as sleep } from 'node:timers/promises';

import { setScene } from '../support/scene';
import type { Scenario } from '../support/stage';

const LEASE_MS = 10_000;

export const simple: readonly Scenario[] = [
  {
    id: 'simple-expiry',
    title: '[case 22, 25, 26] a lease that ends: the message comes again; its old handle is refused',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1']);
      const first = await consumer.receive('first');
      await sleep(LEASE_MS + 200);
      await consumer.ack('ack after expiry', first.messages[0]);
      await consumer.change('change after expiry', first.messages[0], 15_000);
      const second = await consumer.await('second', { sinceMs: first.atMs, dueMs: LEASE_MS });
      await consumer.ack('ack of the second', second.messages[0]);
      await consumer.receive('nothing more');
    },
  },
  {
    id: 'simple-shorten',
    title: '[case 23] a changed lease counts from the call; the replaced handle',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1']);
      const first = await consumer.receive('first', { invisibleMs: 20_000 });
      const changedAtMs = performance.now();
      await consumer.change('to 4 s', first.messages[0], 4_000);
      await consumer.ack('ack with the replaced handle', first.messages[0]);
      const second = await consumer.await('second', { sinceMs: changedAtMs, dueMs: 4_000 });
      await consumer.ack('ack of the second', second.messages[0]);
    },
  },
  {
    id: 'simple-extend',
    title: '[case 24] an extended lease does not end early, and extending counts no attempt',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1']);
      const first = await consumer.receive('first');
      await sleep(3_000);
      const changedAtMs = performance.now();
      const renewed = await consumer.change('to 15 s', first.messages[0], 15_000);
      const second = await consumer.await('second', { sinceMs: changedAtMs, dueMs: 15_000 });
      await consumer.ack('ack with the renewed, now old, handle', renewed);
      await consumer.ack('ack of the second', second.messages[0]);
    },
  },
  {
    id: 'simple-double-ack',
    title: '[case 37c] acked twice, changed after the ack, garbage handles',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1', 'm2']);
      const { messages } = await consumer.receive('first', { max: 1 });
      await consumer.ack('ack', messages[0]);
      await consumer.ack('ack again', messages[0]);
      await consumer.change('change after the ack', messages[0], 12_000);
      await consumer.ack('ack of garbage', 'garbage');
      await consumer.change('change of garbage', 'garbage', 12_000);
      await consumer.forward('forward of garbage', 'garbage');
      await consumer.ack('ack of an empty handle', '');
      await consumer.ack('ack of nothing');
    },
  },
  {
    id: 'simple-batch-ack',
    title: '[case 29, 30] acks of mixed outcome in one call',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1', 'm2', 'm3']);
      const first = await consumer.poll({ max: 1 });
      await sleep(LEASE_MS + 200);
      const rest = await consumer.poll({ max: 1, invisibleMs: 30_000 });
      await consumer.ack('one expired, one valid', first.messages[0], rest.messages[0]);
      await consumer.ack('garbage twice', 'garbage', 'more garbage');
      await consumer.ack('expired and garbage', first.messages[0], 'garbage');
    },
  },
  {
    id: 'simple-zero',
    title: '[case 28] a change to 0 s, and changes out of range',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'SIMPLE_CONSUMER');
      await producer.mustSend(['m1']);
      const first = await consumer.receive('first');
      await consumer.change('to 12 h and 1 ms', first.messages[0], 43_200_001);
      const changedAtMs = performance.now();
      await consumer.change('to 0 s', first.messages[0], 0);
      const second = await consumer.await('second', { sinceMs: changedAtMs, dueMs: 0 });
      await consumer.ack('ack of the second', second.messages[0]);
    },
  },
  {
    id: 'simple-limits',
    title: '[case 27, 32, 34] limits of a receive: invisible time, batch, poll',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'SIMPLE_CONSUMER');
      await consumer.receive('9 999 ms', { invisibleMs: 9_999 });
      await consumer.receive('12 h and 1 ms', { invisibleMs: 43_200_001 });
      await producer.mustSend(Array.from({ length: 40 }, (_, index) => `m${index}`));
      const batch = await consumer.poll({ max: 50 });
      stage.log.note('of 50 asked', { atMost32: batch.messages.length <= 32, some: batch.messages.length > 0 });
      let left = 40 - batch.messages.length;
      for (let polls = 0; left > 0 && polls < 12; polls += 1)
        left -= (await consumer.poll({ max: 32, invisibleMs: 43_200_000 })).messages.length;
      stage.log.note('all of 40', { left });
      await consumer.receive('none asked', { max: 0 });
    },
  },
  {
    id: 'simple-polling',
    title: '[case 33, 34, 36] how long a receive is held',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'SIMPLE_CONSUMER');
      const short = consumer.poll({ pollMs: 1_000, deadlineMs: 4_000 }).then(
        ({ code, tookMs }) => ({ code: code ?? null, tookMs }),
        (error: { code: number }) => ({ code: `grpc ${error.code}`, tookMs: 0 }),
      );
      const empty = await consumer.poll({ pollMs: 6_000 });
      const wait = { measuredMs: empty.tookMs, dueMs: 6_000 };
      stage.log.note('empty for 6 s', { code: empty.code ?? null, got: empty.messages.length }, wait);
      const { code, tookMs } = await short;
      stage.log.note('1 s asked, 4 s to the deadline', { code, within5s: tookMs < 5_000 });
      const held = consumer.poll({ pollMs: 15_000 });
      await sleep(1_000);
      const sentMs = performance.now();
      await producer.mustSend(['m1']);
      const woken = await held;
      stage.log.note('woken', { got: woken.messages.length }, { measuredMs: woken.atMs - sentMs, dueMs: 0 });
    },
  },
  {
    id: 'simple-dead-letter',
    title: '[case 4, 31] never acked: one delivery more than retries',
    run: async (stage) => {
      const { producer, consumer } = await setScene(stage, 'SIMPLE_CONSUMER', { maxRetries: 1 });
      await producer.mustSend(['m1']);
      const first = await consumer.receive('first');
      const second = await consumer.await('second', { sinceMs: first.atMs, dueMs: LEASE_MS });
      await sleep(LEASE_MS);
      await consumer.receive('after the last lease', { pollMs: 6_000 });
      await consumer.ack('ack of the dead', second.messages[0]);
    },
  },
];
