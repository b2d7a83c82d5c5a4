import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Command, decodeCommand, encodeCommand } from './command';
import { encodeBinaryHeader } from './binary-header';
import { encodeFrame, type Frame, FrameError, FrameReader, HEADER_TYPE } from './frame';
import { encodeJsonHeader } from './json-header';

const text = fc.string({ unit: 'binary', maxLength: 30 });
const command = fc.record({
  code: fc.integer({ min: 0, max: 30_000 }),
  language: fc.constantFrom('JAVA', 'OTHER', 'GO', 'NODE_JS'),
  version: fc.integer({ min: 0, max: 30_000 }),
  opaque: fc.integer({ min: 0, max: 0x7f_ff_ff_ff }),
  flag: fc.integer({ min: 0, max: 3 }),
  // An empty remark is none in the binary form.
  remark: fc.option(fc.string({ minLength: 1, maxLength: 30 })),
  fields: fc.dictionary(fc.string({ minLength: 1, maxLength: 10 }), text, { noNullPrototype: true }),
  body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

function binary({ body, ...header }: Command): Buffer {
  return encodeFrame({ headerType: HEADER_TYPE.binary, header: encodeBinaryHeader(header), body });
}

/** Pieces of these sizes, and then the rest. */
function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const size of sizes) {
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return [...pieces, bytes.subarray(at)];
}

function readAll(reader: FrameReader, chunks: readonly Buffer[]): Frame[] {
  return chunks.flatMap((chunk) => reader.push(chunk));
}

describe('frames', () => {
  test('whatever is written is read, in both forms of the header, wherever the network cuts it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(command, fc.boolean()), { minLength: 1, maxLength: 5 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 40 }),
        (commands, sizes) => {
          const bytes = Buffer.concat(commands.map(([one, isBinary]) => (isBinary ? binary(one) : encodeCommand(one))));
          const read = readAll(new FrameReader(), cut(bytes, sizes)).map(decodeCommand);
          expect(read).toEqual(commands.map(([one]) => one));
        },
      ),
    );
  });

  test('a frame that is cut off is no frame yet', () => {
    const whole = encodeFrame({ headerType: 0, header: Buffer.from('{}'), body: Buffer.from('body') });
    for (let end = 0; end < whole.length; end += 1)
      expect(new FrameReader().push(whole.subarray(0, end)), `${end} bytes`).toEqual([]);
    expect(new FrameReader().push(whole)).toHaveLength(1);
  });

  test('a frame is refused by its length before its bytes are there', () => {
    const reader = new FrameReader(1_000);
    expect(() => reader.push(Buffer.from([0, 0, 0x03, 0xe9]))).toThrow(
      new FrameError('a frame of 1001 bytes; at most 1000 are read'),
    );
    expect(() => new FrameReader().push(Buffer.from('HTTP/1.1 400 Bad Request'))).toThrow(FrameError);
    expect(() => new FrameReader().push(Buffer.from([0xff, 0xff, 0xff, 0xff]))).toThrow('a frame cannot have -1 bytes');
    expect(() => new FrameReader().push(Buffer.from([0, 0, 0, 3, 0, 0, 0]))).toThrow('a frame cannot have 3 bytes');
  });

  test('a header longer than its frame is refused', () => {
    const bytes = encodeFrame({ headerType: 0, header: Buffer.from('{}'), body: Buffer.alloc(0) });
    bytes.writeUInt32BE(3, 4);
    expect(() => new FrameReader().push(bytes)).toThrow('a header is longer than its frame');
  });

  test('a large frame in many chunks is assembled once', () => {
    const body = Buffer.alloc(8 * 1024 * 1024, 7);
    const bytes = encodeFrame({ headerType: 0, header: Buffer.from('{}'), body });
    const chunks = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, index) =>
      bytes.subarray(1_000 * index, 1_000 * (index + 1)),
    );
    const startedMs = performance.now();
    const [frame] = readAll(new FrameReader(), chunks);
    expect(frame?.body.equals(body)).toBe(true);
    // Joining what came with each chunk would copy 34 GB.
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});

describe('headers', () => {
  test.each([
    ['no JSON', 'code: 1', 'a header that is no JSON'],
    ['no object', '[1]', 'a header that is no object'],
    ['no code', '{"opaque":1,"flag":1}', 'a header without code'],
    ['a code that is no number', '{"code":"1","opaque":1,"flag":1}', 'a header without code'],
    ['fields that are none', '{"code":1,"opaque":1,"flag":1,"extFields":7}', 'extFields of a header are no object'],
  ])('%s', (_what, json, problem) => {
    const frame = { headerType: HEADER_TYPE.json, header: Buffer.from(json), body: Buffer.alloc(0) };
    expect(() => decodeCommand(frame)).toThrow(new FrameError(problem));
  });

  test('an unknown type of header', () => {
    expect(() => decodeCommand({ headerType: 9, header: Buffer.alloc(0), body: Buffer.alloc(0) })).toThrow(
      'unknown type 9',
    );
  });

  test('no bytes of a binary header make anything but a header or a FrameError', () => {
    fc.assert(
      fc.property(command, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 255 }), (one, place, byte) => {
        const header = encodeBinaryHeader(one);
        header[place % header.length] = byte;
        for (const bytes of [header, header.subarray(0, place % header.length)])
          try {
            decodeCommand({ headerType: HEADER_TYPE.binary, header: bytes, body: Buffer.alloc(0) });
          } catch (error) {
            expect(error).toBeInstanceOf(FrameError);
          }
      }),
    );
  });

  test('fields named like parts of an object are fields', () => {
    const fields = JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, string>;
    const header = { code: 1, language: 'OTHER', version: 1, opaque: 1, flag: 0, remark: null, fields };
    expect(
      Object.entries(decodeCommand({ headerType: 0, header: encodeJsonHeader(header), body: Buffer.alloc(0) }).fields),
    ).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
    expect(
      Object.entries(
        decodeCommand({ headerType: 1, header: encodeBinaryHeader(header), body: Buffer.alloc(0) }).fields,
      ),
    ).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });
});
