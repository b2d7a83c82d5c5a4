import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import type { DeliveredMessage } from '../../model/message/message';
import { loadMessagingService } from '../../testing/messaging-service';
import type { Message, ReceiveMessageResponse, SendMessageRequest } from '../proto/wire';
import { fromMessages, toMessage } from './message';

const service = loadMessagingService();
const receivedAt = new Date('2026-11-21T10:00:00Z');

function overTheWire(request: SendMessageRequest): readonly Message[] {
  const definition = service['SendMessage'];
  const decoded = definition?.requestDeserialize(definition.requestSerialize(request)) as SendMessageRequest;
  return decoded.messages ?? [];
}

const sent: Message = {
  topic: { name: 'orders' },
  userProperties: { trace: 'abc', umlaut: 'ä' },
  systemProperties: {
    tag: 'TagA',
    keys: ['k1', 'k2'],
    messageId: '01ABC',
    bodyEncoding: 2,
    messageType: 2,
    messageGroup: 'customer-1',
    bornTimestamp: { seconds: 1_700_000_000, nanos: 123_000_000 },
    bornHost: 'host-1',
    traceContext: '00-aa-bb-01',
  },
  body: Buffer.from([0, 255, 1]),
};

test('a NUL in the name of a host is stored as a replacement character', () => {
  const { messages } = fromMessages(
    overTheWire({ messages: [{ ...sent, systemProperties: { ...sent.systemProperties, bornHost: 'ra\0' } }] }),
    receivedAt,
  );
  expect(messages[0]?.bornHost).toBe('ra\uFFFD');
});

test('every field of a sent message arrives', () => {
  expect(fromMessages(overTheWire({ messages: [sent] }), receivedAt)).toEqual({
    topic: 'orders',
    messages: [
      {
        messageId: '01ABC',
        messageType: 'FIFO',
        tag: 'TagA',
        messageGroup: 'customer-1',
        keys: ['k1', 'k2'],
        properties: { trace: 'abc', umlaut: 'ä' },
        bodyEncoding: 'GZIP',
        bornAt: new Date(1_700_000_000_123),
        bornHost: 'host-1',
        traceContext: '00-aa-bb-01',
        deliverAt: null,
        body: Buffer.from([0, 255, 1]),
      },
    ],
  });
});

test('what a client leaves out', () => {
  const [message] = fromMessages(overTheWire({ messages: [{ topic: { name: 't' } }] }), receivedAt).messages;
  expect(message).toMatchObject({
    messageId: '',
    messageType: 'NORMAL',
    tag: null,
    messageGroup: null,
    keys: [],
    properties: {},
    bornAt: receivedAt,
  });
  expect(message?.body).toHaveLength(0);
});

test.each([
  [{}, 'NORMAL'],
  [{ messageGroup: 'g' }, 'FIFO'],
  [{ deliveryTimestamp: { seconds: 1 } }, 'DELAY'],
  [{ messageType: 1, deliveryTimestamp: { seconds: 1 } }, 'DELAY'],
  [{ messageType: 2, messageGroup: 'g', deliveryTimestamp: { seconds: 1 } }, 'DELAY'],
  [{ messageGroup: 'g', deliveryTimestamp: { seconds: 1 } }, 'DELAY'],
  [{ priority: 0 }, 'PRIORITY'],
  [{ messageType: 6, priority: 1 }, 'PRIORITY'],
  [{ messageType: 1, priority: 1 }, 'PRIORITY'],
  [{ messageType: 6 }, 'NORMAL'],
  [{ messageType: 6, priority: 1, messageGroup: 'g' }, 'FIFO'],
  [{ messageType: 2, priority: 1, messageGroup: 'g' }, 'FIFO'],
  [{ messageType: 6, priority: 1, deliveryTimestamp: { seconds: 1 } }, 'DELAY'],
  [{ messageType: 4, priority: 1 }, 'TRANSACTION'],
  [{ messageType: 4 }, 'TRANSACTION'],
  [{ messageType: 4, deliveryTimestamp: { seconds: 1 } }, 'TRANSACTION'],
])('type of %j is %s', (systemProperties, messageType) => {
  expect(fromMessages([{ topic: { name: 't' }, systemProperties }], receivedAt).messages[0]).toMatchObject({
    messageType,
  });
});

test('only a message of type PRIORITY keeps its priority, as in the original', () => {
  const priorityOf = (systemProperties: object) =>
    fromMessages([{ topic: { name: 't' }, systemProperties }], receivedAt).messages[0]?.priority;
  expect(priorityOf({ messageType: 6, priority: 3 })).toBe(3);
  expect(priorityOf({ messageType: 2, priority: 3, messageGroup: 'g' })).toBeUndefined();
  expect(priorityOf({ messageType: 1 })).toBeUndefined();
});

test('a delivery time comes to the millisecond; one that no clock shows is refused', () => {
  const at = (deliveryTimestamp: { seconds: number; nanos?: number }) =>
    fromMessages([{ topic: { name: 't' }, systemProperties: { deliveryTimestamp } }], receivedAt).messages[0]
      ?.deliverAt;
  expect(at({ seconds: 1_700_000_000, nanos: 123_999_999 })).toEqual(new Date(1_700_000_000_123));
  expect(() => at({ seconds: 9_000_000_000_000 })).toThrow(expect.objectContaining({ code: 'illegal-delivery-time' }));
});

test('none, two topics and unknown types are refused', () => {
  expect(() => fromMessages([], receivedAt)).toThrow(expect.objectContaining({ code: 'message-corrupted' }));
  expect(() => fromMessages([sent, { ...sent, topic: { name: 'other' } }], receivedAt)).toThrow(
    expect.objectContaining({ code: 'message-corrupted' }),
  );
  expect(() => fromMessages([{ ...sent, systemProperties: { messageType: 99 } }], receivedAt)).toThrow(
    expect.objectContaining({ code: 'unsupported' }),
  );
});

test('a delivered message carries what the SDKs read, digest included', () => {
  const body = Buffer.from('hello');
  const delivered: DeliveredMessage = {
    messageId: '01ABC',
    messageType: 'NORMAL',
    tag: null,
    messageGroup: null,
    keys: ['k1'],
    properties: { a: 'b' },
    bodyEncoding: 'IDENTITY',
    bornAt: new Date(1_700_000_000_123),
    bornHost: 'host-1',
    traceContext: null,
    deliverAt: null,
    body,
    topic: 'orders',
    queueNo: 3,
    offset: 42,
    storedAt: new Date(1_700_000_000_500),
    receiptHandle: 'handle',
    attempt: 2,
    generation: 0,
    invisibleMs: 60_000,
    leaseEndsAt: new Date(1_700_000_060_500),
  };
  const definition = service['ReceiveMessage'];
  const wire = definition?.responseDeserialize(
    definition.responseSerialize({ message: toMessage(delivered) }),
  ) as ReceiveMessageResponse;
  expect(wire.message).toEqual({
    topic: { name: 'orders' },
    userProperties: { a: 'b' },
    systemProperties: {
      keys: ['k1'],
      messageId: '01ABC',
      bodyDigest: { type: 2, checksum: createHash('md5').update(body).digest('hex').toUpperCase() },
      bodyEncoding: 1,
      messageType: 1,
      bornTimestamp: { seconds: 1_700_000_000, nanos: 123_000_000 },
      bornHost: 'host-1',
      storeTimestamp: { seconds: 1_700_000_000, nanos: 500_000_000 },
      storeHost: 'redrive',
      queueId: 3,
      queueOffset: 42,
      receiptHandle: 'handle',
      invisibleDuration: { seconds: 60, nanos: 0 },
      deliveryAttempt: 2,
    },
    body,
  });
});
