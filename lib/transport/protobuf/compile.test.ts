import fc from 'fast-check';
import protobuf, { type Field, type Type } from 'protobufjs';
import { expect, test } from 'vitest';

import { loadMessagingService } from '../../testing/messaging-service';
import { createCodecs, loadProtocol, type RpcCodec } from '../../gateway/proto/codec';
import { Compiler } from './compile';

const root = loadProtocol();
const reference = loadMessagingService();
const compiler = new Compiler();
const codecs = createCodecs();

function codecOf(rpc: string): RpcCodec {
  const codec = codecs.get(rpc);
  if (codec === undefined) throw new Error(`the vendor ships no ${rpc}`);
  return codec;
}

const RPCS = Object.keys(reference);
const PREFIX_BYTES = 5;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', 'a'.repeat(127), 'ä'.repeat(64)),
);
const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  int32: fc.oneof(fc.integer(), fc.constantFrom(0, -1, 127, 128, 2 ** 31 - 1, -(2 ** 31))),
  int64: fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, -1, 2 ** 31, 2 ** 32, 2 ** 35, -(2 ** 33))),
  bool: fc.boolean(),
  float: fc.float({ noNaN: true }),
  string: text,
  bytes: fc.uint8Array({ maxLength: 70_000 }).map((bytes) => Buffer.from(bytes)),
};

function valueOf(field: Field): fc.Arbitrary<unknown> {
  if (field instanceof protobuf.MapField)
    return fc.dictionary(fc.string({ minLength: 1 }), text, { noNullPrototype: true });
  if (field.resolvedType instanceof protobuf.Type) return messageOf(field.resolvedType);
  if (field.resolvedType !== null) return fc.constantFrom(...Object.values(field.resolvedType.values));
  return VALUES[field.type] ?? expect.unreachable(field.type);
}

/** Any message of this type; of each oneof at most one field. */
function messageOf(type: Type): fc.Arbitrary<Record<string, unknown>> {
  const fields = type.fieldsArray.map((field) => field.resolve());
  const shape = Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.repeated ? fc.array(valueOf(field), { minLength: 1, maxLength: 3 }) : valueOf(field),
    ]),
  );
  return fc.record(shape, { requiredKeys: [] }).map((message) => {
    for (const { oneof } of type.oneofsArray) {
      const [, ...others] = oneof.filter((name) => name in message);
      for (const name of others) delete message[name];
    }
    return message;
  });
}

function typesOf(rpc: string): Type[] {
  const method = root.lookupService('apache.rocketmq.v2.MessagingService').methods[rpc];
  return [method?.requestType, method?.responseType].map((name) => root.lookupType(`apache.rocketmq.v2.${name}`));
}

/** Without what is absent, in whatever way: undefined, an empty list, nothing inside. */
function present(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.entries(value).map(([name, inner]) => [name, present(inner)] as const);
  if (Array.isArray(value)) return value.length === 0 ? undefined : inside.map(([, inner]) => inner ?? 'empty');
  const known = inside.filter(([, inner]) => inner !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

test.each(RPCS)('%s: any request is read as by the reference', (rpc) => {
  const definition = reference[rpc];
  const [type] = typesOf(rpc);
  if (definition === undefined || type === undefined) return expect.unreachable(rpc);
  const { decode } = compiler.codecOf(type);
  const check = (message: object): void => {
    const bytes = definition.requestSerialize(message);
    expect(present(decode(bytes))).toEqual(present(definition.requestDeserialize(bytes)));
  };
  fc.assert(fc.property(messageOf(type), check), { numRuns: 60 });
});

test.each(RPCS)('%s: any response is written as by the reference, byte by byte', (rpc) => {
  const definition = reference[rpc];
  const [, type] = typesOf(rpc);
  if (definition === undefined || type === undefined) return expect.unreachable(rpc);
  const { encodeResponse } = codecOf(rpc);
  const check = (message: object): void => {
    const framed = encodeResponse(message);
    expect(framed.readUInt32BE(1)).toBe(framed.length - PREFIX_BYTES);
    expect(framed.subarray(PREFIX_BYTES).equals(definition.responseSerialize(message))).toBe(true);
  };
  fc.assert(fc.property(messageOf(type), check), { numRuns: 60 });
});

test('a property may have any name', () => {
  const userProperties = JSON.parse('{"__proto__":"a","constructor":"b","":"c"}') as object;
  const bytes = reference['SendMessage']?.requestSerialize({ messages: [{ userProperties }] });
  const decoded = codecOf('SendMessage').decodeRequest(bytes ?? Buffer.alloc(0)) as { messages: object[] };
  expect(JSON.stringify(decoded.messages[0])).toBe(JSON.stringify({ userProperties }));
});

test('a body is a view of what was read, not a copy', () => {
  const bytes = reference['SendMessage']?.requestSerialize({ messages: [{ body: Buffer.alloc(1_000, 'b') }] });
  const decoded = codecOf('SendMessage').decodeRequest(bytes ?? Buffer.alloc(0)) as { messages: { body: Buffer }[] };
  expect(decoded.messages[0]?.body.buffer).toBe(bytes?.buffer);
});

test('a large message after a small one, and a small one after a large one', () => {
  const { encodeResponse } = codecOf('ReceiveMessage');
  const sizes = [10, 4 * 1024 * 1024, 10].map(
    (bytes) => encodeResponse({ message: { body: Buffer.alloc(bytes) } }).length,
  );
  expect(sizes).toEqual([19, 4 * 1024 * 1024 + 15, 19]);
});

test.each(RPCS)('%s: whatever bytes come, they are a message or a RangeError', (rpc) => {
  const definition = reference[rpc];
  const [type] = typesOf(rpc);
  if (definition === undefined || type === undefined) return expect.unreachable(rpc);
  const { decode } = compiler.codecOf(type);
  const outcome = (bytes: Buffer): unknown => {
    try {
      return typeof decode(bytes);
    } catch (error) {
      return error instanceof RangeError ? 'object' : error;
    }
  };
  const spoiled = fc
    .tuple(messageOf(type), fc.nat(), fc.integer({ min: 0, max: 255 }), fc.boolean())
    .map(([message, at, byte, isCut]) => {
      const bytes = Buffer.from(definition.requestSerialize(message));
      if (bytes.length === 0) return bytes;
      if (isCut) return bytes.subarray(0, at % bytes.length);
      bytes[at % bytes.length] = byte;
      return bytes;
    });
  const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.oneof(spoiled, noise), (bytes) => {
      expect(outcome(bytes)).toBe('object');
    }),
    { numRuns: 100 },
  );
});
