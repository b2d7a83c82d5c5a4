import { gzipSync } from 'node:zlib';
import avro from 'avsc';
import protobuf from 'protobufjs';
import 'protobufjs/ext/descriptor/index.js';
import { describe, expect, test } from 'vitest';
import { type DecoderSource, makeDecoder } from './decoder';

const PROTO = `syntax = "proto3"; package shop;
  enum State { NEW = 0; PAID = 1; }
  message Order {
    string id = 1; int64 cents = 2; repeated sint32 steps = 3; map<string, Item> items = 4; State state = 5;
    oneof paid { bytes receipt = 6; double share = 7; } Item first = 8; uint64 stamp = 9; float rate = 10;
    map<int64, bool> flags = 11; repeated Item more = 12; fixed64 wide = 13; Order inner = 14;
    message Item { string sku = 1; int32 count = 2; }
  }`;
const Order = protobuf.parse(PROTO, new protobuf.Root()).root.lookupType('shop.Order');
const orderOf = (fields: object): Buffer => Buffer.from(Order.encode(Order.fromObject(fields)).finish());

const source = (kind: DecoderSource['kind'], schema: string, message: string | null = null): DecoderSource => ({
  ...{ kind, message },
  schema: Buffer.from(schema),
});
const PROTOBUF = makeDecoder(source('protobuf', PROTO, 'shop.Order'));

function read(body: Buffer, by = PROTOBUF): unknown {
  const decoding = by.decode(body);
  return decoding.kind === 'decoded' ? JSON.parse(decoding.bytes.toString()) : decoding.problem;
}
const notesOf = (body: Buffer, by = PROTOBUF): unknown => {
  const decoding = by.decode(body);
  return decoding.kind === 'decoded' ? decoding.notes : decoding.problem;
};

describe('Protobuf', () => {
  test('64 bits exactly as text, bytes as base64, enums by name, maps, lists packed or not, messages', () => {
    const body = orderOf({
      ...{ id: 'o-1', cents: '-9223372036854775808', steps: [-1, 2], state: 'PAID', receipt: Buffer.from([0, 255]) },
      ...{ items: { 'a"b': { sku: 'x', count: -3 } }, first: { sku: 'y' }, stamp: '18446744073709551615', rate: 0.1 },
      ...{ flags: { '-1': true }, more: [{ sku: 'm' }, {}], wide: '1', inner: { id: 'i' } },
    });
    expect(read(body)).toEqual({
      ...{ id: 'o-1', cents: '-9223372036854775808', steps: [-1, 2], state: 'PAID', receipt: 'AP8=' },
      ...{ items: { 'a"b': { sku: 'x', count: -3 } }, first: { sku: 'y' }, stamp: '18446744073709551615', rate: 0.1 },
      ...{ flags: { '-1': true }, more: [{ sku: 'm' }, {}], wide: '1', inner: { id: 'i' } },
    });
    expect(PROTOBUF.messages).toEqual(['shop.Order', 'shop.Order.Item']);
    expect(PROTOBUF.by).toBe('Protobuf shop.Order');
    expect(read(Buffer.from([0x18, 1, 0x18, 3]))).toEqual({ steps: [-1, -2] });
    expect(read(Buffer.alloc(0))).toEqual({});
  });

  test('unknown fields and an unknown number of an enum are said; parts of one message are one', () => {
    const body = Buffer.concat([Buffer.from([0x98, 6, 1, 0xa3, 6, 0x08, 1, 0xa4, 6]), Buffer.from([0x28, 7])]);
    expect(read(body)).toEqual({ state: 7 });
    expect(notesOf(body)).toEqual(['2 fields are not in the schema and left out: numbers 99, 100.']);
    expect(read(Buffer.from([0x42, 3, 0x0a, 1, 0x61, 0x42, 2, 0x10, 5]))).toEqual({ first: { sku: 'a', count: 5 } });
  });

  test('gzip of a producer and the header of a schema registry are seen through, and said', () => {
    const plain = orderOf({ id: 'o-1' });
    const headed = Buffer.concat([Buffer.from([0, 0, 0, 0, 7, 0]), plain]);
    expect([read(gzipSync(plain)), notesOf(gzipSync(plain))]).toEqual([
      { id: 'o-1' },
      ['The body was compressed with gzip.'],
    ]);
    expect([read(headed), notesOf(headed)]).toEqual([
      { id: 'o-1' },
      ['The header of a schema registry was skipped (schema 7).'],
    ]);
  });

  test('a descriptor set is read as the text of a file is', () => {
    const { root } = protobuf.parse(PROTO, new protobuf.Root());
    const set = (root as unknown as { toDescriptor(syntax: string): protobuf.Message }).toDescriptor('proto3');
    const bytes = (set.$type ?? Order).encode(set).finish();
    const by = makeDecoder({ kind: 'protobuf', schema: Buffer.from(bytes), message: 'shop.Order.Item' });
    expect(by.messages).toEqual(['shop.Order', 'shop.Order.Item']);
    expect(read(Buffer.from([0x0a, 1, 0x61]), by)).toEqual({ sku: 'a' });
    const whole = makeDecoder({ kind: 'protobuf', schema: Buffer.from(bytes), message: 'shop.Order' });
    const fields = { id: 'o-1', steps: [-1], items: { a: { sku: 'x', count: -3 } }, state: 'PAID', inner: { id: 'i' } };
    expect(read(orderOf(fields), whole)).toEqual(fields);
  });

  test('a file as people write it: names stay, what says nothing of fields is passed over', () => {
    const text = `// a comment; with { braces
      syntax = "proto2"; import "google/protobuf/descriptor.proto"; /* package no; */ package shop.v1;
      option java_package = "a.{b"; option (deep) = { list: ["}", 'x'] inner { a: -1.5 } };
      extend google.protobuf.FieldOptions { optional string hint = 50000; }
      message Order {
        reserved 5, 9 to 11; reserved "old"; extensions 100 to max; option deprecated = true;
        required string card_number = 1 [(hint) = "a;]", deprecated = true];
        optional .shop.v1.Order.Kind kind = 2; map < string , v1.Part > parts_by_name = 0x3;
        oneof paid { bool by_card = 4; Part of = 6; } optional group Extra = 7 { optional int32 n = 1; };
        enum Kind { option allow_alias = true; A = 0; B = 010; C = -1 [deprecated = true]; reserved 3; }
        message Part { optional Order order = 1; }
      }
      message Part { repeated int32 n = 1; }
      extend Order { optional string note = 100; }
      service Orders { rpc Get(Order) returns (stream Order) { option idempotency_level = IDEMPOTENT; }
        rpc Put(Order) returns (Order); }`;
    const by = makeDecoder(source('protobuf', text, 'shop.v1.Order'));
    expect(by.messages).toEqual(['shop.v1.Order', 'shop.v1.Order.Extra', 'shop.v1.Order.Part', 'shop.v1.Part']);
    const hex = '0a0131 1008 1a070a016112020805 2001 32020a00 a2060162 3b3c';
    const body = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    expect(read(body, by)).toEqual({
      ...{ card_number: '1', kind: 'B', parts_by_name: { a: { n: [5] } }, by_card: true, of: { order: {} } },
      '[shop.v1.note]': 'b',
    });
    expect(notesOf(body, by)).toEqual(['1 field is not in the schema and left out: number 7.']);
  });

  test.each([
    ['[0], written short', 'A', '00', true],
    ['[0]', 'A', '0200', true],
    ['[1]', 'B', '0202', true],
    ['[1] and not [0]', 'A', '0202', false],
    ['[0] and not [1]', 'B', '00', false],
    ['a message that the file does not have', 'B', '0206', false],
    ['a nested message, entries of maps counted', 'C.D', '040406', true],
    ['a nested message, entries of maps not counted', 'C.F', '040402', true],
    ['a nested message that both ways of counting name', 'C.E', '040400', true],
    ['another message in each way of counting', 'C.D', '040404', false],
    ['an index below none', 'A', '0201', false],
    ['more indexes than there are bytes', 'A', 'feffffff0f', false],
  ])('the indexes of a registry header: %s', (_, message, indexes, isRead) => {
    const text = `syntax = "proto3"; message A { string v = 1; } message B { string v = 1; }
      message C { message E { string v = 1; } map<string, string> m = 1;
        message F { string v = 1; } message D { string v = 1; } }`;
    const body = Buffer.from(`0000000007${indexes}0a0178`, 'hex');
    const decoding = makeDecoder(source('protobuf', text, message)).decode(body);
    expect(decoding.kind).toBe(isRead ? 'decoded' : 'failed');
    if (decoding.kind === 'decoded') expect(decoding.bytes.toString()).toBe('{"v":"x"}');
  });

  test.each([
    ['it is text', Buffer.from('{"id":1}')],
    ['it is cut', orderOf({ id: 'o-123456' }).subarray(0, 5)],
    ['a text is not UTF-8', Buffer.from([0x0a, 2, 0xff, 0xfe])],
    ['a length beyond the end', Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f])],
  ])('it says why it failed: %s', (_, body) => {
    expect(PROTOBUF.decode(body)).toMatchObject({ kind: 'failed', problem: expect.any(String) });
  });
});

const AVRO = {
  ...{ type: 'record', name: 'Order', namespace: 'shop' },
  fields: [
    { name: 'id', type: 'string' },
    { name: 'cents', type: { type: 'long', logicalType: 'money' } },
    { name: 'note', type: ['null', 'string'], default: null },
    { name: 'state', type: { type: 'enum', name: 'State', symbols: ['NEW', 'PAID'] } },
    { name: 'before', type: ['null', 'State'] },
    { name: 'raw', type: 'bytes' },
    { name: 'mark', type: { type: 'fixed', name: 'Mark', size: 2 } },
    { name: 'tags', type: { type: 'map', values: 'int' } },
    { name: 'parts', type: { type: 'array', items: 'shop.Order' } },
    { name: 'share', type: 'double' },
    { name: 'ok', type: 'boolean' },
  ],
};
const order = {
  ...{ id: 'ä-1', cents: 9007199254740990, note: 'n', state: 'PAID', before: 'NEW', raw: Buffer.from([0, 255]) },
  ...{ mark: Buffer.from([1, 2]), tags: { a: -1 }, parts: [], share: 0.5, ok: true },
};
const asJson = { ...order, cents: '9007199254740990', raw: 'AP8=', mark: 'AQI=' };
const orderType = avro.Type.forSchema(AVRO as never);
describe('Avro', () => {
  const by = makeDecoder(source('avro', JSON.stringify(AVRO)));
  const body = orderType.toBuffer(order);

  test('what another program wrote, names within namespaces, recursive records', () => {
    expect(read(body, by)).toEqual(asJson);
    const long = makeDecoder(source('avro', '"long"'));
    expect(read(Buffer.from('ffffffffffffffffff01', 'hex'), long)).toBe('-9223372036854775808');
  });

  test('the header of a schema registry is skipped and said; what is left over fails', () => {
    const headed = Buffer.concat([Buffer.from([0, 0, 0, 1, 2]), body]);
    expect(read(headed, by)).toEqual(asJson);
    expect(notesOf(headed, by)).toEqual(['The header of a schema registry was skipped (schema 258).']);
    expect(read(Buffer.concat([body, Buffer.from([1])]), by)).toContain('left over');
    expect(read(Buffer.from('Obj\u0001'), by)).toContain('Avro file');
    expect(read(body.subarray(0, 4), by)).toContain('longer than the body');
  });
});

describe('base64 in JSON, and gzip', () => {
  const by = makeDecoder(source('base64', '$.payload\n$.items[*].data'));
  const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');

  test('JSON takes the place of its base64, text stays text, all else stays letter for letter', () => {
    const body = `{"n":9007199254740993, "payload":"${base64('{"card":"4111"}')}","items":[{"data":"${base64('hi')}"},
      {"data":"${base64(gzipSync('[1]'))}"},{"data":null}]}`;
    const decoding = by.decode(Buffer.from(body));
    expect(decoding.kind === 'decoded' && decoding.bytes.toString()).toBe(
      `{"n":9007199254740993, "payload":{"card":"4111"},"items":[{"data":"hi"},
      {"data":[1]},{"data":null}]}`,
    );
  });

  test('a value that is none fails as a whole', () => {
    expect(read(Buffer.from('{"payload":"not base64!"}'), by)).toBe('the value at $.payload is not base64');
    expect(read(Buffer.from('{"payload":7}'), by)).toBe('the value at $.payload is not base64');
    expect(read(Buffer.from('{"payload":"/////w=="}'), by)).toBe('the value at $.payload is not UTF-8 text');
    expect(read(Buffer.from('text'), by)).toBe('it is not JSON');
    expect(notesOf(Buffer.from('{"other":1}'), by)).toEqual(['The body has no value at the paths of the decoder.']);
  });

  test('gzip', () => {
    const gzip = makeDecoder(source('gzip', ''));
    expect(read(gzipSync('{"a":1}'), gzip)).toEqual({ a: 1 });
    expect(read(Buffer.from('{}'), gzip)).toBe('it is not gzip data');
    expect(read(gzipSync(Buffer.alloc(9_000_000)), gzip)).toContain('8 MB');
  });
});
