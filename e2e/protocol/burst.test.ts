// @module-tag landing
import { afterAll, beforeAll, expect } from 'vitest';

import type { AckMessageResponse, Message, SendMessageResponse } from '../../lib/gateway/proto/wire';
import type { DeliveryOrder } from '../../lib/model/delivery/retry-policy';
import { type ProtocolBroker, startBroker } from './support/broker';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';
import { until } from './support/wait';
import { eachShortFirst } from '../../lib/testing/each-short-first';

const SENDERS = 8;
const PER_SENDER = 150;
const RECEIVERS = 4;

let broker: ProtocolBroker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(async () => {
  await broker.close();
  expect(broker.errors).toEqual([]);
});

function ignoreWhen(over: AbortSignal): (error: Error) => [] {
  return (error) => {
    if (over.aborted) return [];
    throw error;
  };
}

/** Sends while others receive: what a claim sees and what it hands out must be the same messages. */
eachShortFirst<DeliveryOrder>(['concurrent', 'ordered'])(
  '%s: sends and receives at the same time, every message once',
  async (deliveryOrder) => {
    const ordered = deliveryOrder === 'ordered';
    const topic = await broker.topic(ordered ? 'FIFO' : 'NORMAL');
    const group = await broker.group({ deliveryOrder });
    const names = { group: { name: group }, topic: { name: topic } };
    const received: Message[] = [];
    const over = new AbortController();
    const clients = Array.from({ length: SENDERS + RECEIVERS }, () => new RawClient(broker.port));
    const receiveLoop = async (client: RawClient): Promise<void> => {
      const request = {
        group: names.group,
        messageQueue: { topic: names.topic },
        batchSize: 32,
        autoRenew: true,
        longPollingTimeout: { seconds: 5 },
      };
      while (!over.signal.aborted) {
        const messages = messagesOf(
          await client.receive(request, { signal: over.signal }).catch(ignoreWhen(over.signal)),
        );
        received.push(...messages);
        const entries = messages.map(({ systemProperties: { messageId = '', receiptHandle = '' } = {} }) => ({
          messageId,
          receiptHandle,
        }));
        if (entries.length > 0)
          expect((await client.call<AckMessageResponse>('AckMessage', { ...names, entries })).status.code).toBe(20000);
      }
    };
    const sendLoop = async (client: RawClient, sender: number): Promise<void> => {
      for (let index = 0; index < PER_SENDER; index += 1) {
        const fields = ordered ? { messageType: 2, messageGroup: `sender-${sender}` } : {};
        const message = rawMessage(topic, { ...fields, keys: [`${sender} ${index}`] });
        expect((await client.call<SendMessageResponse>('SendMessage', { messages: [message] })).status.code).toBe(
          20000,
        );
      }
    };
    const work = [...clients.slice(SENDERS).map(receiveLoop), ...clients.slice(0, SENDERS).map(sendLoop)];
    const failed = Promise.all(work).then(() => undefined);
    await Promise.race([failed, until('every message', () => received.length >= SENDERS * PER_SENDER, 100_000)]);
    const keys = received.map(({ systemProperties }) => systemProperties?.keys?.[0] ?? '');
    expect(new Set(keys).size).toBe(SENDERS * PER_SENDER);
    expect(keys).toHaveLength(SENDERS * PER_SENDER);
    expect(received.every(({ systemProperties }) => systemProperties?.deliveryAttempt === 1)).toBe(true);
    for (let sender = 0; ordered && sender < SENDERS; sender += 1) {
      const order = keys.filter((key) => key.startsWith(`${sender} `));
      expect(order).toEqual(Array.from({ length: PER_SENDER }, (_, index) => `${sender} ${index}`));
    }
    over.abort();
    await failed;
    for (const client of clients) client.close();
  },
  120_000,
);
