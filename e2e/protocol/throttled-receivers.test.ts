import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { receive } from '../../lib/broker';
import type { SendMessageResponse } from '../../lib/gateway/proto/wire';
import type { LimitKind, LimitScope } from '../../lib/model/throttle/limit-kind';
import { expectThrottled } from './support/back-off';
import { type BrokerOptions, type ProtocolBroker, startBroker } from './support/broker';
import { type ClientProcess, startClientProcess } from './support/client-process';
import { countRefused, setTestLimit } from './support/limits';
import { RawClient, rawMessage } from './support/raw-client';
import { until } from './support/wait';
import { eachShortFirst } from '../../lib/testing/each-short-first';

/** More than one receive takes. */
const MESSAGES = 40;
/** What the SDK waits before its next receive; timers are early by their rounding. */
const PAUSE_MS = 20 - 1;

let shared: ProtocolBroker;
const brokers: ProtocolBroker[] = [];
/** An application of the official SDK, in a process of its own. */
let readers: ClientProcess;
beforeAll(async () => {
  [shared, readers] = await Promise.all([openBroker({}), startClientProcess()]);
});
afterAll(async () => {
  await readers.close();
  await shared.close();
  expect(brokers.flatMap(({ errors }) => errors)).toEqual([]);
});

async function openBroker(options: BrokerOptions): Promise<ProtocolBroker> {
  const broker = await startBroker(options);
  brokers.push(broker);
  return broker;
}

interface Scene {
  readonly broker: ProtocolBroker;
  readonly topic: string;
  readonly group: string;
}

interface Trigger {
  readonly name: string;
  /** Absent: the broker that the tests share. */
  readonly options?: BrokerOptions;
  /** Of the messages, how many are there before the consumer process starts. */
  readonly before: number;
  close(scene: Scene): Promise<{ readonly says: RegExp; readonly counted: string; open(): Promise<void> }>;
}

/** The first receive uses it up for as long as the test runs. */
function rate(kind: LimitKind, scope: LimitScope, unit: string): Trigger['close'] {
  return async ({ broker, topic, group }) => {
    const subject = scope === 'broker' ? '' : group;
    const limit = await setTestLimit(broker.ctx, { kind, scope, subject, hard: 0.001, burstMs: 0 });
    const name = scope === 'broker' ? `${kind} of the broker` : `${kind} of ${scope} ${subject}`;
    return {
      says: new RegExp(`start flow control .*; ${name} is used up, its limit 0\\.001 ${unit}/s`),
      counted: `${name} ${topic} ${group}`,
      open: () => limit.raise(1e6),
    };
  };
}

/** A group made long ago that never asked, and messages of an hour ago: it reads back from the earliest of them. */
function coldRead(scope: LimitScope): Trigger['close'] {
  return async (scene) => {
    const { broker, topic, group } = scene;
    const age = async (sql: string, name: string): Promise<unknown> => broker.database.store.broker.query(sql, [name]);
    await age(
      `UPDATE message SET stored_at = stored_at - interval '1 hour' WHERE topic_id = (SELECT topic_id FROM topic WHERE name = $1)`,
      topic,
    );
    await age("UPDATE consumer_group SET created_at = created_at - interval '2 hours' WHERE name = $1", group);
    return rate('cold-read', scope, 'bytes')(scene);
  };
}

/** Others of the group hold all the receives there may be. */
const holdReceives: Trigger['close'] = async ({ broker, topic, group }) => {
  const leaving = new AbortController();
  const how = { batchSize: 1, invisibleMs: 60_000, autoRenew: true, attemptId: null, waitMs: 60_000 };
  const filter = { type: 'TAG', expression: '*' } as const;
  const held = ['one', 'two'].map((clientId) =>
    receive(broker.ctx, { topic, group, filter, ...how, clientId, signal: leaving.signal }),
  );
  await until('all held', () => broker.ctx.deliveries.held === 2);
  return {
    says: /polling full; held-receives is 2, its limit 2 per group, topic and filter/,
    counted: `held-receives ${topic} ${group}`,
    open: async () => {
      leaving.abort();
      await Promise.all(held);
    },
  };
};

const TRIGGERS: readonly Trigger[] = [
  { name: 'messages/s of a group', before: MESSAGES, close: rate('receive-rate', 'group', 'messages') },
  { name: 'bytes/s of a group', before: MESSAGES, close: rate('receive-bytes', 'group', 'bytes') },
  { name: 'reads from an old position, of a group', before: MESSAGES, close: coldRead('group') },
  { name: 'reads from an old position, of the broker', options: {}, before: MESSAGES, close: coldRead('broker') },
  { name: 'held receives', options: { protection: { heldReceivesPerLane: 2 } }, before: 0, close: holdReceives },
];

async function sendRaw(raw: RawClient, topic: string, from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number += 1) {
    const messages = [rawMessage(topic, {}, { body: Buffer.from(`order ${number}`) })];
    expect((await raw.call<SendMessageResponse>('SendMessage', { messages })).status.code).toBe(20000);
  }
}

const triggers = TRIGGERS.map((trigger) => [trigger.name, trigger] as const);
eachShortFirst(triggers, test.concurrent)(
  '[case 79] %s: a push consumer process is refused, asks again every 20 ms, loses nothing and counts nothing',
  async ([client, { options, before, close }]) => {
    const broker = options === undefined ? shared : await openBroker(options);
    const raw = new RawClient(broker.port);
    const [topic, group] = await Promise.all([broker.topic(), broker.group()]);
    const { port } = broker;
    await sendRaw(raw, topic, 1, before);
    const { says, counted, open } = await close({ broker, topic, group });
    await readers.push({ client, port, group, topic });
    await until('refusals', () => readers.refused(client).length >= 10);
    const soFar = readers.delivered(client).length;
    expect(soFar).toBeLessThan(MESSAGES);
    const refused = readers.refused(client);
    for (const { error } of refused) expectThrottled(error, says);
    for (const [index, { atMs }] of refused.entries()) {
      expect(atMs - (refused[index - 1]?.atMs ?? 0)).toBeGreaterThanOrEqual(PAUSE_MS);
    }
    expect(countRefused(broker, counted)).toBeGreaterThanOrEqual(refused.length);
    expect(readers.delivered(client)).toHaveLength(soFar);
    await open();
    await sendRaw(raw, topic, before + 1, MESSAGES);
    await until('all deliveries', () => readers.delivered(client).length >= MESSAGES);
    await sleep(300);
    const bodies = readers.delivered(client).map(({ body }) => body);
    expect(bodies.toSorted()).toEqual(Array.from({ length: MESSAGES }, (_, index) => `order ${index + 1}`).toSorted());
    for (const { attempt } of readers.delivered(client)) expect(attempt).toBe(1);
    expect(await broker.deadLetters(group)).toEqual([]);
    raw.close();
    await readers.leave(client);
    if (broker !== shared) await broker.close();
  },
);
