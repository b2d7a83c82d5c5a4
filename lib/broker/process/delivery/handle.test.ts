import { createHmac } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Handle, HandleCodec } from './handle';

const codec = new HandleCodec(Buffer.alloc(32, 7));
/** Another process with the same key: it gave none of them. */
const other = new HandleCodec(Buffer.alloc(32, 7));
const lease: Handle = {
  kind: 'lease',
  groupId: 3,
  queueId: 9,
  off: 2 ** 40,
  attempt: 1,
  ordered: false,
  leaseId: 2 ** 50,
  bit: 31,
};
const retry: Handle = {
  kind: 'retry',
  groupId: 3,
  queueId: 9,
  off: 5,
  attempt: 17,
  ordered: true,
  epoch: 2 ** 53 - 1000,
};

test.each([lease, retry])('what is written is read back: %o', (handle) => {
  const text = codec.encode(handle);
  expect(codec.decode(text, 3)).toEqual(handle);
  expect(other.decode(text, 3)).toEqual(handle);
});

test('what was given long ago is read as what was given now', () => {
  const given = Array.from({ length: 25_000 }, (_, off) => codec.encode({ ...lease, off }));
  expect(given.map((text) => codec.decode(text, 3).off)).toEqual(given.map((_, off) => off));
});

test('the signature is the HMAC-SHA256 of node:crypto, one handle after the other: handles outlive releases', () => {
  for (const handle of [lease, retry, lease]) {
    const bytes = Buffer.from(codec.encode(handle), 'base64url');
    const mac = createHmac('sha256', Buffer.alloc(32, 7)).update(bytes.subarray(0, -16)).digest();
    expect(bytes.subarray(-16)).toEqual(mac.subarray(0, 16));
  }
});

test('a handle of another group is refused', () => {
  for (const reader of [codec, other])
    expect(() => reader.decode(codec.encode(lease), 4)).toThrow(/another consumer group/);
});

test('a handle signed with another key is refused', () => {
  expect(() => new HandleCodec(Buffer.alloc(32, 8)).decode(codec.encode(lease), 3)).toThrow(/not one this broker gave/);
});

test('no mutation of a handle is accepted', () => {
  const text = codec.encode(lease);
  fc.assert(
    fc.property(fc.nat({ max: text.length - 1 }), fc.constantFrom(...'ABCXYZabcxyz0189-_= +/\n'), (at, char) => {
      const mutated = text.slice(0, at) + char + text.slice(at + 1);
      fc.pre(mutated !== text);
      expect(() => codec.decode(mutated, 3)).toThrow(/^INVALID_RECEIPT_HANDLE: receiptHandle /);
    }),
    { numRuns: 5000 },
  );
});

test('arbitrary text is refused', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      expect(() => codec.decode(text, 3)).toThrow(/^INVALID_RECEIPT_HANDLE: receiptHandle /);
    }),
    { numRuns: 2000 },
  );
});
