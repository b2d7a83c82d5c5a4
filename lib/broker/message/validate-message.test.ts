import { expect, test } from 'vitest';

import type { OutgoingMessage } from '../../model/message/message';
import type { Topic } from '../../model/topic/topic';
import { validateMessage } from './validate-message';

const normal: Topic = {
  topicId: 1,
  name: 'orders',
  messageType: 'NORMAL',
  queueCount: 4,
  createdAt: new Date(0),
  queueIds: [1, 2, 3, 4],
};
const fifo: Topic = { ...normal, messageType: 'FIFO' };
const good: OutgoingMessage = {
  messageId: 'id',
  messageType: 'NORMAL',
  tag: 'TagA',
  messageGroup: null,
  keys: ['k'],
  properties: { a: 'b' },
  bodyEncoding: 'IDENTITY',
  bornAt: new Date(0),
  bornHost: 'h',
  traceContext: null,
  deliverAt: null,
  body: Buffer.from('x'),
};
const properties = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 'v']));

test.each<[string, Topic, Partial<OutgoingMessage>]>([
  ['a plain message', normal, {}],
  ['a body of 4 MiB', normal, { body: Buffer.alloc(4_194_304) }],
  ['128 properties', normal, { properties: properties(128) }],
  ['16 384 bytes of properties', normal, { tag: null, keys: [], properties: { k: 'v'.repeat(16_383) } }],
  ['a message group of 63 bytes', fifo, { messageType: 'FIFO', messageGroup: 'g'.repeat(63) }],
])('%s is taken', (_, topic, fields) => {
  expect(() => validateMessage(topic, { ...good, ...fields })).not.toThrow();
});

test.each<[string, Topic, Partial<OutgoingMessage>, string, string]>([
  ['blank id', normal, { messageId: ' ' }, 'illegal-message-id', 'messageId'],
  ['empty body', normal, { body: Buffer.alloc(0) }, 'body-empty', 'body'],
  ['body over 4 MiB', normal, { body: Buffer.alloc(4_194_305) }, 'body-too-large', 'body'],
  ['tag with |', normal, { tag: 'a|b' }, 'illegal-tag', 'tag'],
  ['blank tag', normal, { tag: ' ' }, 'illegal-tag', 'tag'],
  ['tag with a control character', normal, { tag: 'a\u0001' }, 'illegal-tag', 'tag'],
  ['blank key', normal, { keys: ['ok', ' '] }, 'illegal-key', 'keys'],
  ['key with NUL', normal, { keys: ['a\u0000'] }, 'illegal-key', 'keys'],
  [
    'message group of 64 bytes',
    fifo,
    { messageType: 'FIFO', messageGroup: 'g'.repeat(64) },
    'illegal-message-group',
    'messageGroup',
  ],
  ['FIFO without a message group', fifo, { messageType: 'FIFO' }, 'illegal-message-group', 'messageGroup'],
  ['129 properties', normal, { properties: properties(129) }, 'properties-too-large', 'properties'],
  [
    '16 385 bytes with tag and keys',
    normal,
    { tag: 'T', keys: [], properties: { k: 'v'.repeat(16_383) } },
    'properties-too-large',
    'properties',
  ],
  ['reserved property', normal, { properties: { UNIQ_KEY: 'x' } }, 'illegal-property-key', 'properties'],
  ['NORMAL to a FIFO topic', fifo, {}, 'message-type-conflict', 'messageType'],
])('%s is refused', (_, topic, fields, code, field) => {
  expect(() => validateMessage(topic, { ...good, ...fields })).toThrow(expect.objectContaining({ code, field }));
});

test('a refusal names field, limit and value', () => {
  expect(() => validateMessage(normal, { ...good, properties: properties(129) })).toThrow(
    'properties may have at most 128 entries; it is 129.',
  );
});
