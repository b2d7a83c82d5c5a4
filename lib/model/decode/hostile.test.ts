import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MaskingRule } from '../masking/rule';
import { makeDecoder } from './decoder';
import { hideInDecoded } from './shown-decoded';
import { Undecodable } from './undecodable';

const protobufOf = (text: string, message: string) =>
  makeDecoder({ kind: 'protobuf', schema: Buffer.from(text), message });
const avroText = (schema: string) => makeDecoder({ kind: 'avro', schema: Buffer.from(schema), message: null });
const avroOf = (schema: unknown) => avroText(JSON.stringify(schema));

const NESTED = protobufOf('syntax="proto3"; message A { A a = 1; repeated int32 n = 2; map<string, A> m = 3; }', 'A');
const LIMIT_MS = 4000;

function timed(run: () => unknown): unknown {
  const from = performance.now();
  const found = run();
  expect(performance.now() - from).toBeLessThan(LIMIT_MS);
  return found;
}

describe('hostile bodies end soon, with a reason', { timeout: 30_000 }, () => {
  test.each([
    ['messages inside of each other', deep(3000)],
    [
      '4 MB of packed numbers',
      Buffer.concat([Buffer.from([0x12, 0x80, 0x80, 0x80, 2]), Buffer.alloc(4 * 1024 * 1024, 1)]),
    ],
    ['4 MB of empty messages', Buffer.alloc(4 * 1024 * 1024, Buffer.from([0x1a, 0]))],
    ['groups inside of each other', Buffer.alloc(1024 * 1024, 0x23)],
  ])('Protobuf: %s', (_, body) => {
    expect(timed(() => NESTED.decode(body))).toMatchObject({ kind: 'failed' });
  });

  test('4 MB of unknown fields are left out', () => {
    expect(timed(() => NESTED.decode(Buffer.alloc(600_000, Buffer.from([0x20, 1]))))).toMatchObject({
      kind: 'decoded',
    });
  });

  test.each([
    ['a list of 2^60 nulls in ten bytes', { type: 'array', items: 'null' }, '8080808080808080 2000'],
    ['a map of 2^60 empty keys', { type: 'map', values: 'null' }, 'feffffffffffffff7f'],
    ['a record that is its own field', { type: 'record', name: 'A', fields: [{ name: 'a', type: 'A' }] }, ''],
    ['bytes of a negative length', 'bytes', '01'],
  ])('Avro: %s', (_, schema, hex) => {
    const by = avroOf(schema);
    expect(timed(() => by.decode(Buffer.from(hex.replaceAll(' ', ''), 'hex')))).toMatchObject({ kind: 'failed' });
  });

  test('Avro: records of records without a byte end at a number of values', () => {
    const fields = (type: unknown) => Array.from({ length: 100 }, (_unused, at) => ({ name: `f${at}`, type }));
    let schema: unknown = 'null';
    for (let level = 0; level < 5; level += 1)
      schema = {
        type: 'record',
        name: `R${level}`,
        fields: [{ name: 'x', type: schema }, ...fields(level === 0 ? 'null' : `R${level - 1}`)],
      };
    expect(timed(() => avroOf(schema).decode(Buffer.alloc(0)))).toMatchObject({
      problem: expect.stringMatching(/more than/),
    });
  });
});

describe('hostile schemas are refused', () => {
  test.each([
    ['deep .proto', () => protobufOf('message A {'.repeat(20_000), 'A')],
    ['imports', () => protobufOf('syntax="proto3"; import "x.proto"; message A { x.B b = 1; }', 'A')],
    ['no descriptor', () => makeDecoder({ kind: 'protobuf', schema: Buffer.from([0x0a, 0xff, 1, 2]), message: 'A' })],
    ['deep Avro', () => avroText(`${'{"type":"array","items":'.repeat(5000)}"int"${'}'.repeat(5000)}`)],
    ['Avro without a name', () => avroOf({ type: 'record', fields: [] })],
    ['no paths', () => makeDecoder({ kind: 'base64', schema: Buffer.from(' \n'), message: null })],
  ])('%s', (_, make) => {
    expect(make).toThrow(Undecodable);
  });

  test('names of what every object has are names, and nothing else', () => {
    const by = avroOf({
      type: 'record',
      name: 'A',
      fields: [
        { name: '__proto__', type: 'int' },
        { name: 'constructor', type: 'int' },
      ],
    });
    expect(by.decode(Buffer.from([2, 4]))).toMatchObject({ bytes: Buffer.from('{"__proto__":1,"constructor":2}') });
    const map = protobufOf('syntax="proto3"; message A { map<string, string> constructor = 1; }', 'A');
    const body = Buffer.from([0x0a, 12, 0x0a, 9, ...Buffer.from('__proto__'), 0x12, ...[0]].map(Number));
    expect(map.decode(body.subarray(0, 15)).kind).toBe('failed');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test('any bytes at all are decoded to JSON, or not with a reason', () => {
  const decoders = [
    NESTED,
    avroOf({ type: 'array', items: ['null', 'string', 'long', { type: 'map', values: 'double' }] }),
    makeDecoder({ kind: 'base64', schema: Buffer.from('$..a'), message: null }),
    makeDecoder({ kind: 'gzip', schema: Buffer.alloc(0), message: null }),
  ];
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(3), (bytes, which) => {
      const decoding = decoders[which]?.decode(Buffer.from(bytes));
      if (decoding?.kind === 'decoded' && which < 3) JSON.parse(decoding.bytes.toString());
      return decoding?.kind === 'decoded' || (decoding?.problem ?? '') !== '';
    }),
    { numRuns: 3000 },
  );
  expect(decoders).toHaveLength(4);
});

test('any bytes as a schema make a decoder, or are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('protobuf', 'avro', 'base64'), (bytes, kind) => {
      try {
        makeDecoder({ kind, schema: Buffer.from(bytes), message: null });
      } catch (error) {
        expect(error).toBeInstanceOf(Undecodable);
      }
    }),
    { numRuns: 2000 },
  );
});

describe('rules read what is decoded', () => {
  const by = protobufOf('syntax="proto3"; message A { string card = 1; string holder = 2; }', 'A');
  const body = Buffer.from([0x0a, 4, ...Buffer.from('4111'), 0x12, 3, ...Buffer.from('Ada')]);
  const rule: MaskingRule = {
    ...{ name: 'cards', topics: ['*'], wholeBody: false, paths: ['$.card'], properties: [] },
    ...{ seenFrom: 'admin', shownTo: 'nobody' },
  };

  test('the value is hidden, and the bytes that have it are not there', () => {
    const shown = hideInDecoded(body, by.decode(body), [rule]);
    expect(shown.body.bytes?.toString()).toBe('{"card":"[hidden by rule cards]","holder":"Ada"}');
    expect(shown.original).toBeNull();
    expect(hideInDecoded(body, by.decode(body), []).original).toBe(body);
  });

  test('a body that its decoder cannot read is hidden as a whole, JSON too', () => {
    const json = Buffer.from('{"payload":"eyJjYXJkIjoiNDExMSJ9"}');
    const shown = hideInDecoded(json, by.decode(json), [rule]);
    expect(shown).toMatchObject({ body: { bytes: null, hidden: { whole: 'not-decoded' } }, original: null });
    expect(hideInDecoded(json, by.decode(json), [])).toMatchObject({ body: { bytes: json }, original: json });
  });
});

function deep(levels: number): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  for (let level = 0; level < levels; level += 1) {
    const part = Buffer.from([0x0a, ...lengthOf(length)]);
    parts.push(part);
    length += part.length;
  }
  return Buffer.concat(parts.toReversed());
}

function lengthOf(length: number): number[] {
  return length < 128 ? [length] : [(length & 0x7f) | 0x80, ...lengthOf(length >> 7)];
}
