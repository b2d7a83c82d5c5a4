import { afterAll, beforeAll, expect, test } from 'vitest';

import { createAccessKey, receive } from '../../lib/broker';
import type { SendMessageResponse } from '../../lib/gateway/proto/wire';
import { expectBackedOff, expectRefusedForGood } from './support/back-off';
import { type BrokerOptions, type ProtocolBroker, startBroker, TESTER } from './support/broker';
import { type ClientProcess, type Sent, startClientProcess } from './support/client-process';
import { countRefused, storedBodies, storedRows } from './support/limits';
import { RawClient, rawMessage } from './support/raw-client';
import type { Credentials } from './support/sdk';
import { type Scene, SENDER_TRIGGERS, type SenderTrigger } from './support/sender-triggers';
import { until } from './support/wait';
import { eachShortFirst } from '../../lib/testing/each-short-first';

let shared: ProtocolBroker;
const brokers: ProtocolBroker[] = [];
/** Two applications of the official SDK, each a process of its own. */
let senders: ClientProcess;
let readers: ClientProcess;
beforeAll(async () => {
  [shared, senders, readers] = await Promise.all([openBroker({}), startClientProcess(), startClientProcess()]);
});
afterAll(async () => {
  await Promise.all([senders.close(), readers.close()]);
  await shared.close();
  expect(brokers.flatMap(({ errors }) => errors)).toEqual([]);
});

async function openBroker(options: BrokerOptions): Promise<ProtocolBroker> {
  const broker = await startBroker(options);
  brokers.push(broker);
  return broker;
}

async function makeKey({ ctx }: ProtocolBroker): Promise<Credentials> {
  const { key, secret } = await createAccessKey(ctx, {
    name: 'app',
    rules: [{ resource: 'everything' }],
    actor: TESTER,
  });
  return { accessKey: key.accessKeyId, accessSecret: secret };
}

/** Only a group that has asked once is known to be behind. */
async function subscribe({ ctx }: ProtocolBroker, topic: string, group: string): Promise<void> {
  const how = { batchSize: 1, invisibleMs: 10_000, autoRenew: true, clientId: 'test', attemptId: null, waitMs: 0 };
  await receive(ctx, { topic, group, ...how, filter: { type: 'TAG', expression: '*' } });
}

interface Application extends Scene {
  readonly client: string;
}

async function openScene(trigger: SenderTrigger): Promise<Application> {
  const broker = trigger.options === undefined ? shared : await openBroker(trigger.options);
  const [topic, group, credentials] = await Promise.all([broker.topic(), broker.group(), makeKey(broker)]);
  await subscribe(broker, topic, group);
  const client = trigger.name;
  await senders.producer({ client, port: broker.port, topic, credentials });
  let consuming: Promise<void> | undefined;
  return {
    broker,
    topic,
    group,
    client,
    accessKey: credentials.accessKey,
    send: async (body) => {
      expect(await senders.send({ client, topic, body })).toMatchObject({ error: null, refusals: [] });
    },
    consume: () => (consuming ??= readers.push({ client, port: broker.port, group, topic })),
  };
}

/** As an application does that must not lose a message. @returns all its sends; only the last one stored it */
async function sendUntilStored({ client, topic }: Application, body: string): Promise<Sent[]> {
  const sends: Sent[] = [];
  while (sends.at(-1)?.messageId === null || sends.length === 0)
    sends.push(await senders.send({ client, topic, body }));
  return sends;
}

/** Senders that the limit is not about go on; when it is about all, none does. */
async function expectSpares({ broker, topic, client }: Application, { spares }: SenderTrigger): Promise<void> {
  if (spares === 'other topics') {
    const other = await broker.topic();
    expect(await senders.send({ client, topic: other, body: 'm' })).toMatchObject({ error: null, refusals: [] });
  } else if (spares === 'other keys') {
    const other = `${client}, another one`;
    await senders.producer({ client: other, port: broker.port, topic, credentials: await makeKey(broker) });
    const sent = await senders.send({ client: other, topic, body: 'of another key' });
    expect(sent).toMatchObject({ error: null, refusals: [] });
  } else {
    const raw = new RawClient(broker.port);
    const messages = [rawMessage(await broker.topic())];
    expect((await raw.call<SendMessageResponse>('SendMessage', { messages })).status.code).toBe(42900);
    raw.close();
  }
}

const triggers = SENDER_TRIGGERS.map((trigger) => [trigger.name, trigger] as const);
eachShortFirst(triggers, test.concurrent)(
  '[case 57, 58] %s: a producer process is refused with nothing stored, backs off, and loses nothing',
  async ([client, trigger]) => {
    const scene = await openScene(trigger);
    const { broker, topic } = scene;
    const { says, counted, inTheWay, open } = await trigger.close(scene);
    const before = await storedRows(broker, topic);
    const soFar = countRefused(broker, counted);
    const refused = (): number => countRefused(broker, counted) - soFar;
    const sending = sendUntilStored(scene, 'sent while it was closed');
    await until('two tries', () => refused() >= 2);
    expect(await storedRows(broker, topic)).toEqual(before);
    await expectSpares(scene, trigger);
    await open();
    const sends = await sending;
    let tries = 0;
    for (const send of sends) {
      if (send.messageId === null) expectRefusedForGood(send, says);
      else expectBackedOff(send, says);
      tries += send.refusals.length + (send.messageId === null ? 1 : 0);
    }
    expect(tries).toBeGreaterThanOrEqual(2);
    expect(refused()).toBeGreaterThanOrEqual(tries);
    if (trigger.spares === 'other keys') {
      const keys = [...broker.counted.keys()].filter((labels) => labels.includes(counted));
      expect(keys.map((labels) => labels.split(' ').at(-1))).toEqual([scene.accessKey]);
    }
    const wanted = [
      ...before.map(({ body }) => body),
      ...inTheWay,
      ...(trigger.spares === 'other keys' ? ['of another key'] : []),
      'sent while it was closed',
    ].toSorted();
    expect((await storedBodies(broker, topic)).toSorted()).toEqual(wanted);
    await scene.consume();
    await until('all deliveries', () => readers.delivered(client).length >= wanted.length);
    expect(
      readers
        .delivered(client)
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(wanted);
    for (const { attempt } of readers.delivered(client)) expect(attempt).toBe(1);
    await Promise.all([senders.leave(client), readers.leave(client)]);
    if (broker !== shared) await broker.close();
  },
);
