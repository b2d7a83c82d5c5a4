import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MaskingRule } from '../masking/rule';
import { makeDecoder } from './decoder';
import { hideInDecoded } from './shown-decoded';
import { Undecodable } from './undecodable';

const protobufOf = (text: string, message: string) =>
  makeDecoder({ kind: 'protobuf', schema: Buffer.from(text), message });
const avroText = (schema: string) => makeDecoder({ kind: 'avro', schema: Buffer.from(schema), message: null });
const base64At = (paths: string) => makeDecoder({ kind: 'base64', schema: Buffer.from(paths), message: null });
const avroOf = (schema: unknown) => avroText(JSON.stringify(schema));

const NESTED = protobufOf('syntax="proto3"; message A { A a = 1; repeated int32 n = 2; map<string, A> m = 3; }', 'A');
const LIMIT_MS = 4000;

function timed(run: () => unknown): unknown {
  const from = performance.now();
  try {
    return run();
  } finally {
    expect(performance.now() - from).toBeLessThan(LIMIT_MS);
  }
}

const repeated = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join('');

describe('hostile bodies end soon, with a reason', { timeout: 30_000 }, () => {
  test.each([
    ['messages inside of each other', deep(3000)],
    [
      '4 MB of packed numbers',
      Buffer.concat([Buffer.from([0x12, 0x80, 0x80, 0x80, 2]), Buffer.alloc(4 * 1024 * 1024, 1)]),
    ],
    ['4 MB of empty messages', Buffer.alloc(4 * 1024 * 1024, Buffer.from([0x1a, 0]))],
    ['groups inside of each other', Buffer.alloc(1024 * 1024, 0x23)],
    [
      'a group of two million fields',
      Buffer.concat([Buffer.from([0x23]), Buffer.alloc(4 * 1024 * 1024, Buffer.from([0x28, 1]))]),
    ],
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

  test('Protobuf: 900 kB of empty texts', () => {
    const by = protobufOf('syntax="proto3"; message A { repeated string s = 1; }', 'A');
    expect(timed(() => by.decode(Buffer.alloc(900_000, Buffer.from([0x0a, 0]))))).toMatchObject({
      ...{ kind: 'failed', problem: 'it has more than 50,000 values' },
    });
  });

  test('base64: what is unpacked counts, and not what is left of it', () => {
    const by = base64At('$.a[*]');
    const spaces = gzipSync(`${' '.repeat(8 * 1024 * 1024 - 3)}[1]`).toString('base64');
    const body = (count: number): Buffer =>
      Buffer.from(JSON.stringify({ a: Array.from({ length: count }, () => spaces) }));
    expect(timed(() => by.decode(body(1)))).toMatchObject({ kind: 'decoded', bytes: Buffer.from('{"a":[[1]]}') });
    expect(timed(() => by.decode(body(300)))).toMatchObject({ problem: expect.stringContaining('8 MB') });
    const control = Buffer.from('\u0001'.repeat(2 * 1024 * 1024)).toString('base64');
    expect(timed(() => by.decode(Buffer.from(`{"a":["${control}"]}`)))).toMatchObject({
      problem: expect.stringContaining('8 MB'),
    });
    expect(timed(() => by.decode(Buffer.from(`{"a":["MQ=="${',"MQ=="'.repeat(500_000)}]}`)))).toMatchObject({
      problem: expect.stringContaining('50,000 values'),
    });
  });

  test('base64: looking for many paths at many values ends', () => {
    const by = base64At(`$..a..b..c..d\n$..e`);
    const body = (values: number): Buffer => Buffer.from(`{"a":{"b":{"c":[${'1,'.repeat(values)}1]}}}`);
    expect(timed(() => by.decode(body(100_000)))).toMatchObject({ kind: 'decoded' });
    expect(timed(() => by.decode(body(500_000)))).toMatchObject({ problem: expect.stringContaining('too many') });
    const items = gzipSync(`{"items":[${'1,'.repeat(4_100_000)}1]}`);
    const paths = Array.from({ length: 20 }, (_unused, at) => `$.items[*].data${at}`).join('\n');
    expect(items.length).toBeLessThan(10_000);
    expect(timed(() => base64At(paths).decode(items))).toMatchObject({ problem: expect.stringContaining('too many') });
  });

  test('rules: looking for a name in long texts ends, and hides all of it', () => {
    const rules = Array.from({ length: 20 }, (_unused, at) => `$..a${at}`);
    const rule: MaskingRule = {
      ...{ name: 'r', topics: ['*'], wholeBody: false, paths: rules, properties: [] },
      ...{ seenFrom: 'admin', shownTo: 'nobody' },
    };
    const text = Buffer.from(JSON.stringify({ v: 'a1a2'.repeat(1024 * 1024) }));
    expect(timed(() => hideInDecoded(text, null, [rule]))).toMatchObject({ body: { bytes: null } });
  });

  test('Avro: a schema of many records in a long namespace is read at once', () => {
    const records = Array.from({ length: 15_000 }, (_unused, at) => ({ type: 'record', name: `r${at}`, fields: [] }));
    const fields = [{ name: 'u', type: records }];
    const schema = { type: 'record', name: 'R', namespace: 'a'.repeat(950), fields };
    expect(timed(() => avroOf(schema))).toMatchObject({ by: expect.stringContaining('Avro') });
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
    [
      '17,000 messages',
      () =>
        protobufOf(
          repeated(17_000, (at) => `message M${at} { int32 a = 1; }\n`),
          'M1',
        ),
    ],
    ['60,000 fields', () => protobufOf(`message A {${repeated(40_000, (at) => `A a=${at + 1};`)}`, 'A')],
    [
      '139 kB and a type that is not there',
      () => protobufOf(`${repeated(5000, (at) => `message M${at} { M1 a = 1; }`)} message N { None n = 1; }`, 'N'),
    ],
    ['a comment without an end', () => protobufOf(`/*${'/*'.repeat(250_000)}`, 'A')],
    ['a text without an end', () => protobufOf(`option a = "${'\\a'.repeat(250_000)}`, 'A')],
    ['a long package', () => protobufOf(`package ${'a.'.repeat(200_000)}a; message A {}`, 'A')],
    ['a long name', () => protobufOf(`package ${'a'.repeat(500_000)}; message A {}`, 'A')],
    ['two fields of a number', () => protobufOf('message A { optional int32 a = 1; optional int32 b = 1; }', 'A')],
    ['two messages of a name', () => protobufOf('message A {} message A {}', 'A')],
    [
      '500 kB of empty files',
      () => makeDecoder({ kind: 'protobuf', schema: Buffer.alloc(500_000, Buffer.from([0x0a, 0])), message: 'A' }),
    ],
    [
      'Avro with a long namespace',
      () => avroOf({ type: 'record', name: 'A', namespace: 'n'.repeat(300_000), fields: [] }),
    ],
    [
      'Avro with symbols that are lists',
      () => avroText(`{"type":"enum","name":"A","symbols":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`),
    ],
    ['deep Avro', () => avroText(`${'{"type":"array","items":'.repeat(5000)}"int"${'}'.repeat(5000)}`)],
    ['Avro without a name', () => avroOf({ type: 'record', fields: [] })],
    ['paths with .. over and over', () => base64At('$..a..b..c\n$..a..b..d')],
    ['21 paths', () => base64At(repeated(21, (at) => `$.a${at}\n`))],
    ['no paths', () => base64At(' \n')],
  ])('%s', (_, make) => {
    expect(() => timed(make)).toThrow(Undecodable);
  });

  test('a schema of the most that there may be is read soon', () => {
    const fieldsOf = (at: number): string => repeated(12, (n) => `M${(at * 7 + n) % 2000} a${n}=${n + 1};`);
    const text = repeated(2000, (at) => `message M${at}{${fieldsOf(at)}}`);
    expect(text.length).toBeGreaterThan(250_000);
    expect(timed(() => protobufOf(text, 'M1'))).toMatchObject({ by: 'Protobuf M1' });
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
    base64At('$..a'),
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

describe('a text where a rule names a field', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const ruleOf = (...paths: string[]): MaskingRule => ({
    ...{ name: 'cards', topics: ['*'], wholeBody: false, paths, properties: [], seenFrom: 'admin', shownTo: 'nobody' },
  });
  const shownOf = (by: string, inner: string, ...paths: string[]) => {
    const body = Buffer.from(`{"payload":"${base64(inner)}","items":[{"data":"${base64('{"a":1}')}"}],"card":1}`);
    return hideInDecoded(body, base64At(by).decode(body), [ruleOf(...paths)]);
  };

  test.each([
    ['$.payload', 'card=4111', '$.payload.card'],
    ['$.payload', 'card=4111', '$..card'],
    ['$.payload', '"{\\"card\\":4111}"', '$.payload.card'],
    ['$..payload', 'card=4111', '$..payload.card'],
    ['$.payload', '4111', '$.payload.card'],
    ['$.items[*].data', '', '$.payload.card'],
    ['$.items[*].data', '{"card":4111}', '$..card'],
  ])('decoder at %s of %s with rule %s: the text is hidden', (by, inner, path) => {
    const { body, original } = shownOf(by, inner, path);
    expect(body.bytes?.toString()).toContain('"payload":"[hidden by rule cards]"');
    expect(original).toBeNull();
  });

  test.each([
    ['$.payload', 'card=4111', '$.card', '{"payload":"card=4111","items":[{"data":"eyJhIjoxfQ=="}],"card":"[hidden'],
    ['$.payload', 'card=4111', '$.payload', '{"payload":"[hidden'],
    ['$.payload', '{"card":4111}', '$.payload.card', '{"payload":{"card":"[hidden'],
    ['$.items[*].data', 'card=4111', '$.items[0].data.a', '"items":[{"data":{"a":"[hidden'],
  ])('decoder at %s of %s with rule %s: the rest is shown', (by, inner, path, text) => {
    expect(shownOf(by, inner, path).body.bytes?.toString()).toContain(text);
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
