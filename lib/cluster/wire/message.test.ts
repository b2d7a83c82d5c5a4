import { deflateSync } from 'node:zlib';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { compressionOf, decodeMessages, encodeMessage, type StoredMessage, storeIdOf } from './message';
import { english } from '../../model/language/t';
import { unpackLz4 } from '../../model/unpack/lz4';
import { parseProperties } from './properties';
import { unpackMessage } from './unpack-message';
import { unpackZstd } from '../../model/unpack/zstd';

const base: StoredMessage = {
  ...{ topic: 'orders', queueId: 3, queueOffset: 12, physicalOffset: 3_735_928_559, flag: 0, sysFlag: 0 },
  ...{ bornTimestamp: 1_795_320_931_761, bornHost: '10.0.0.7:51000', storeTimestamp: 1_795_320_931_765 },
  ...{ storeHost: '127.0.0.1:21911', reconsumeTimes: 2, preparedOffset: 0, bodyCrc: 613_185_359 },
  ...{ body: Buffer.from('{"order":1}'), properties: { UNIQ_KEY: '7F00', KEYS: 'o-1', TAGS: 'paid' } },
};

// oxlint-disable-next-line eslint/no-control-regex -- they stand between names and values
const name = fc.string({ minLength: 1, maxLength: 8 }).filter((one) => !/[\u0001\u0002]/.test(one));

describe('messages', () => {
  test('whatever is written is read, also several in a row', () => {
    const message = fc.record({
      topic: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 300 }),
      queueOffset: fc.nat(),
      physicalOffset: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
      sysFlag: fc.constantFrom(0, 1, 0x301),
      reconsumeTimes: fc.nat(20),
      body: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
      properties: fc.dictionary(name, name, { noNullPrototype: true }),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 4 }), (given) => {
        const messages = given.map((one) => ({ ...base, ...one }));
        expect(decodeMessages(Buffer.concat(messages.map(encodeMessage)))).toEqual(messages);
      }),
    );
  });

  test('hosts with IPv6 addresses', () => {
    const message = {
      ...base,
      sysFlag: (1 << 4) | (1 << 5),
      bornHost: '[fe80:0:0:0:0:0:0:1]:9',
      storeHost: '[0:0:0:0:0:0:0:1]:7',
    };
    expect(decodeMessages(encodeMessage(message))).toEqual([message]);
    expect(storeIdOf(message)).toHaveLength(2 * (16 + 4 + 8));
  });

  test('the id of a copy has the address and the place in the log', () => {
    expect(storeIdOf(base)).toBe('7F0000010000559700000000DEADBEEF');
  });

  test('bytes that are cut off or no message are refused', () => {
    const bytes = encodeMessage(base);
    for (let end = 1; end < bytes.length; end += 1)
      expect(() => decodeMessages(bytes.subarray(0, end)), `${end} bytes`).toThrow(RangeError);
    expect(() => decodeMessages(Buffer.from([0, 0, 0, 8, 1, 2, 3, 4]))).toThrow('these bytes are no message');
    expect(() => decodeMessages(Buffer.alloc(8))).toThrow('a message is cut off');
  });

  test('no bytes make anything but messages or a RangeError', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 0, max: 255 }), (place, byte) => {
        const bytes = encodeMessage(base);
        bytes[place % bytes.length] = byte;
        try {
          decodeMessages(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('properties: parts without name or value are none', () => {
    expect(parseProperties('a\u00011\u0002\u0001x\u0002b\u0002c\u0001\u0002')).toEqual({ a: '1', c: '' });
    expect(Object.keys(parseProperties('__proto__\u00011'))).toEqual(['__proto__']);
  });
});

/** Made by the programs lz4 and zstd, of the text below. */
const TEXT = Buffer.from('redrive '.repeat(40));
const LZ4 = 'BCJNGGRApxMAAACPcmVkcml2ZSAIAP8hUHJpdmUgAAAAAKi6sFw=';
const ZSTD = 'KLUv/QRYfQAAQHJlZHJpdmUgAQA1UwsXqrdCTA==';
const ZSTD_OF_KNOWN_SIZE = 'KLUv/WRAAH0AAEByZWRyaXZlIAEANVMLF6q3Qkw=';

describe('packed bodies', () => {
  const packed = (type: number, body: Buffer): Pick<StoredMessage, 'body' | 'sysFlag'> => ({
    body,
    sysFlag: 1 | (type << 8),
  });

  test('ZLIB, also where the type was not written', () => {
    const body = deflateSync(TEXT);
    expect(compressionOf({ sysFlag: 1 })).toBe(3);
    for (const type of [0, 3])
      expect(unpackMessage(packed(type, body))).toEqual({ bytes: TEXT, unpacked: true, problem: null });
  });

  test('bodies that are not packed stay', () => {
    expect(unpackMessage({ body: TEXT, sysFlag: 0 })).toEqual({ bytes: TEXT, unpacked: false, problem: null });
  });

  test('LZ4: literals, matches that overlap themselves, stored blocks', () => {
    const block = Buffer.from([0x8f, ...Buffer.from('redrive '), 8, 0, 255, 23, 0x50, ...Buffer.from('drive')]);
    const frame = (size: number, content: Buffer): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(size);
      return Buffer.concat([length, content]);
    };
    const head = Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x40, 0x40, 0xc0]);
    const end = Buffer.alloc(4);
    const stored = Buffer.from('plain');
    const bytes = Buffer.concat([head, frame(block.length, block), frame(0x80_00_00_00 + stored.length, stored), end]);
    // 8 literals, then 15 + 255 + 23 + 4 bytes from 8 before.
    const repeated = 'redrive '.repeat(40).slice(0, 8 + 297);
    expect(unpackLz4(bytes, 1_000).toString()).toBe(`${repeated}driveplain`);
    expect(() => unpackLz4(bytes, 300)).toThrow('it unpacks to more than 300 bytes');
    for (let cut = 0; cut < bytes.length; cut += 1)
      expect(() => unpackLz4(bytes.subarray(0, cut), 1_000), `${cut} bytes`).toThrow(RangeError);
  });

  test('LZ4 as the program writes it', () => {
    expect(unpackLz4(Buffer.from(LZ4, 'base64'), 1_000).toString()).toBe(TEXT.toString());
  });

  test('LZ4: a reference to what is not there is refused', () => {
    const bytes = Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x40, 0x40, 0xc0, 4, 0, 0, 0, 0x10, 65, 2, 0, 0, 0, 0, 0]);
    expect(() => unpackLz4(bytes, 1_000)).toThrow('refers to bytes before its begin');
  });

  test.each([ZSTD, ZSTD_OF_KNOWN_SIZE])('ZSTD %s', (text) => {
    const bytes = Buffer.from(text, 'base64');
    expect(unpackZstd(bytes, 1_000).toString()).toBe(TEXT.toString());
    expect(() => unpackZstd(bytes, 100)).toThrow('it unpacks to more than 100 bytes');
    for (let cut = 0; cut < bytes.length - 4; cut += 1)
      expect(() => unpackZstd(bytes.subarray(0, cut), 1_000), `${cut} bytes`).toThrow(Error);
  });

  test('ZSTD: a frame that asks for gigabytes is refused before they are taken', () => {
    expect(() => unpackZstd(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0xa8, 1, 0, 0]), 1_000)).toThrow(
      'its window is larger',
    );
  });

  test('what cannot be unpacked is shown as it is, and why', () => {
    expect(unpackMessage(packed(1, TEXT))).toMatchObject({ bytes: TEXT, unpacked: false });
    const problemOf = (way: number) => english(unpackMessage(packed(way, TEXT)).problem ?? '');
    expect(problemOf(1)).toContain('LZ4');
    expect(problemOf(2)).toContain('ZSTD');
    expect(problemOf(3)).toContain('ZLIB');
    expect(problemOf(6)).toContain('an unknown way (6)');
  });
});
