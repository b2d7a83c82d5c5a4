/** Redrive's verbs as a side (serve.mjs): its argument is the address of the database. */
import { setTimeout as sleep } from 'node:timers/promises';

import {
  ack,
  type BrokerContext,
  createBrokerContext,
  createGroup,
  createTopic,
  fail,
  receive,
  type ReceiveInput,
  send,
  setLimit,
} from '../../lib/broker';
import { systemActor } from '../../lib/model/audit/actor';
import { isBrokerError } from '../../lib/model/errors';
import type { DeliveredMessage, OutgoingMessage } from '../../lib/model/message/message';
import { createStore } from '../../lib/store/client';
import { migrate } from '../../lib/store/migrate';
import { startWorkers } from '../../lib/workers';
import { during, serve, until } from './serve.mjs';

const BODY = Buffer.alloc(200, 'x');
const KEYS = 1000;
const RETRY_AFTER_MS = 100;
/** Each with 32 messages: about as many are in work at once as graphile-worker holds in its local queue (500). */
const RECEIVERS = 16;
const FILL_BATCH = 1000;
const AGAIN_MS = 10;
const FILTER_PARTS = 100;
/** Calls between two looks at the clock. */
const REFUSALS = 200;
const EVERYTHING = { type: 'TAG', expression: '*' } as const;
const actor = systemActor('bench');
const silent = (): void => undefined;
const databaseUrl = process.argv[2] ?? '';
let made = 0;

interface Names {
  readonly topic: string;
  readonly group: string;
}

await migrate(databaseUrl);
const store = createStore({ databaseUrl, brokerPoolMax: 16, consolePoolMax: 4 });
const ctx: BrokerContext = await createBrokerContext({
  store,
  log: { debug: silent, info: silent, warn: console.warn, error: console.error },
  metrics: { count: silent, observe: silent },
});
const workers = startWorkers(ctx);

function message(key: string | null = null, fields: Partial<OutgoingMessage> = {}): OutgoingMessage {
  made += 1;
  return {
    messageId: `bench-${process.pid}-${made}`,
    messageType: key === null ? 'NORMAL' : 'FIFO',
    tag: null,
    messageGroup: key,
    keys: [],
    properties: {},
    bodyEncoding: 'IDENTITY',
    bornAt: new Date(),
    bornHost: 'bench',
    traceContext: null,
    deliverAt: null,
    body: BODY,
    ...fields,
  };
}

async function scene(ordered = false): Promise<Names> {
  made += 1;
  const names = { topic: `bench-${made}`, group: `bench-${made}` };
  await createTopic(ctx, { name: names.topic, messageType: ordered ? 'FIFO' : 'NORMAL', queues: 4, actor });
  await createGroup(ctx, {
    name: names.group,
    deliveryOrder: ordered ? 'ordered' : 'concurrent',
    retryPolicy: { type: 'fixed', intervalMs: RETRY_AFTER_MS },
    actor,
  });
  return names;
}

/** As a client does it: what a busy broker refuses is sent again a moment later. */
async function sendAll(topic: string, messages: readonly OutgoingMessage[]): Promise<number> {
  for (;;) {
    try {
      return (await send(ctx, { topic, messages })).length;
    } catch (error) {
      if (!isBrokerError(error) || error.code !== 'too-many-requests') throw error;
      await sleep(AGAIN_MS);
    }
  }
}

async function fill(topic: string, count: number, ordered = false): Promise<void> {
  let left = count;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      const size = Math.min(FILL_BATCH, left);
      left -= size;
      const from = left;
      const key = (index: number): string | null => (ordered ? `key-${(from + index) % KEYS}` : null);
      await sendAll(
        topic,
        Array.from({ length: size }, (_, index) => message(key(index))),
      );
    }
  };
  await Promise.all([1, 2, 3, 4].map(loop));
}

const receiveFrom = (names: Names, filter: ReceiveInput['filter'] = EVERYTHING): Promise<DeliveredMessage[]> =>
  receive(ctx, {
    ...names,
    batchSize: 32,
    invisibleMs: 60_000,
    autoRenew: true,
    clientId: 'bench',
    attemptId: null,
    filter,
    waitMs: 0,
  });

async function receiveAndAck(names: Names): Promise<number> {
  const entries = await receiveFrom(names);
  if (entries.length > 0) await ack(ctx, { ...names, entries });
  return entries.length;
}

/** A first delivery fails, a second one is acknowledged. @returns how many were */
async function failOnce(names: Names): Promise<number> {
  const batch = await receiveFrom(names);
  const entries = batch.filter(({ attempt }) => attempt > 1);
  const failed = batch
    .filter(({ attempt }) => attempt === 1)
    .map(({ receiptHandle, messageId }) => fail(ctx, { ...names, receiptHandle, messageId, clientId: 'bench' }));
  await Promise.all([...failed, ...(entries.length > 0 ? [ack(ctx, { ...names, entries })] : [])]);
  return entries.length;
}

/** Claims alone are timed. */
async function drain(names: Names, count: number): Promise<object> {
  const claimsMs: number[] = [];
  const figures = await until(count, RECEIVERS, async () => {
    const startedAt = performance.now();
    const entries = await receiveFrom(names);
    claimsMs.push(performance.now() - startedAt);
    if (entries.length > 0) await ack(ctx, { ...names, entries });
    return entries.length;
  });
  return { ...figures, claimsMs };
}

/** Quotas that are used up for as long as this process runs. */
async function useUp({ topic, group }: Names): Promise<void> {
  const tiny = { hard: 1e-6, burstMs: 0, version: 0, reason: 'bench', actor } as const;
  await setLimit(ctx, { ...tiny, subject: topic, kind: 'send-rate', scope: 'topic' });
  await setLimit(ctx, { ...tiny, subject: group, kind: 'receive-rate', scope: 'group' });
  await send(ctx, { topic, messages: [message()], clientId: 'bench' });
  await receiveFrom({ topic, group });
}

/** @returns 1 @throws Error when the call is not refused */
async function refused(call: () => Promise<unknown>): Promise<number> {
  try {
    await call();
  } catch (error) {
    if (isBrokerError(error) && error.code === 'too-many-requests') return 1;
    throw error;
  }
  throw new Error('not refused');
}

let deep: Names | undefined;

await serve(
  {
    send: async ({ seconds, callers }: { seconds: number; callers: number }) => {
      const { topic } = await scene();
      return await during(seconds, callers, () => sendAll(topic, [message()]));
    },
    batches: async ({ seconds, callers, size }: { seconds: number; callers: number; size: number }) => {
      const { topic } = await scene();
      return await during(seconds, callers, () =>
        sendAll(
          topic,
          Array.from({ length: size }, () => message()),
        ),
      );
    },
    /** Each with a key of its own, which the worker beside reads. */
    sendKeyed: async ({ seconds, callers }: { seconds: number; callers: number }) => {
      const { topic } = await scene();
      return await during(seconds, callers, () => sendAll(topic, [message(null, { keys: [`order-${made}`] })]));
    },
    /** What an SQL filter that lets one in a hundred through gets past. */
    filter: async ({ count, ordered = false }: { count: number; ordered?: boolean }) => {
      const names = await scene(ordered);
      const properties = (index: number) => ({ part: String(index % FILTER_PARTS), region: 'eu', note: 'else' });
      for (let from = 0; from < count; from += FILL_BATCH) {
        const batch = Array.from({ length: FILL_BATCH }, (_, index) =>
          message(ordered ? `key-${(from + index) % KEYS}` : null, { properties: properties(from + index) }),
        );
        await sendAll(names.topic, batch);
      }
      const filter = { type: 'SQL', expression: "part = 7 AND region = 'eu'" } as const;
      const figures = await until(Math.floor(count / FILTER_PARTS), 4, async () => {
        const entries = await receiveFrom(names, filter);
        if (entries.length > 0) await ack(ctx, { ...names, entries });
        return entries.length;
      });
      return { ...figures, count };
    },
    refuse: async ({ seconds, sends }: { seconds: number; sends: boolean }) => {
      const names = await scene();
      await useUp(names);
      const call = sends
        ? () => send(ctx, { topic: names.topic, messages: [message()], clientId: 'bench' })
        : () => receiveFrom(names);
      return await during(seconds, 1, async () => {
        for (let count = 0; count < REFUSALS; count += 1) await refused(call);
        await new Promise(setImmediate);
        return REFUSALS;
      });
    },
    consume: async ({ count, ordered = false }: { count: number; ordered?: boolean }) => {
      const names = await scene(ordered);
      await fill(names.topic, count, ordered);
      return await until(count, RECEIVERS, () => receiveAndAck(names));
    },
    retry: async ({ count }: { count: number }) => {
      const names = await scene();
      await fill(names.topic, count);
      return await until(count, RECEIVERS, () => failOnce(names));
    },
    /** A backlog that stays: the works "drain" take from it. */
    deepen: async ({ count }: { count: number }) => {
      deep = await scene();
      await fill(deep.topic, count);
      return { count };
    },
    drainDeep: async ({ count }: { count: number }) => await drain(deep ?? (await scene()), count),
    drainShallow: async ({ count }: { count: number }) => {
      const names = await scene();
      await fill(names.topic, count);
      return await drain(names, count);
    },
  },
  async () => {
    await workers.stop();
    await store.close();
  },
);
