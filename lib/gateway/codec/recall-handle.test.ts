import { expect, test } from 'vitest';

import { decodeRecallHandle, encodeRecallHandle } from './recall-handle';

const target = { topic: 'orders', messageId: '01ABC', deliverAt: new Date('2026-11-21T10:00:00.123Z') };
const packed = (text: string): string => Buffer.from(text).toString('base64url');

test('a recall handle has the form of the original: base64url, padded', () => {
  const handle = encodeRecallHandle(target);
  expect(Buffer.from(handle, 'base64url').toString()).toBe('v1 orders redrive 1795255200123 01ABC');
  expect(handle.length % 4).toBe(0);
  expect(decodeRecallHandle(handle, 'orders')).toEqual(target);
});

test('an id with spaces comes back whole', () => {
  expect(decodeRecallHandle(encodeRecallHandle({ ...target, messageId: 'a b c' }), 'orders').messageId).toBe('a b c');
});

test.each([
  ['an empty one', ''],
  ['noise', 'not a handle'],
  ['one of another version', packed('v2 orders redrive 1795255200123 01ABC')],
  ['one without id', packed('v1 orders redrive 1795255200123 ')],
  ['one whose time is no number', packed('v1 orders redrive soon 01ABC')],
  ['one of another topic', packed('v1 payments redrive 1795255200123 01ABC')],
  ['one of another broker', packed('v1 orders broker-a 1795255200123 01ABC')],
  ['one with a stray character', `${encodeRecallHandle(target).slice(0, 8)}!${encodeRecallHandle(target).slice(8)}`],
])('%s is refused', (_, handle) => {
  expect(() => decodeRecallHandle(handle, 'orders')).toThrow(
    expect.objectContaining({ code: 'illegal-recall-handle', field: 'recallHandle' }),
  );
});
