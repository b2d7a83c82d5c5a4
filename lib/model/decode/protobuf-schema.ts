import protobuf from 'protobufjs';
import 'protobufjs/ext/descriptor/index.js';
import { Undecodable } from './undecodable';

export interface ProtobufField {
  readonly name: string;
  /** "int64", "string" …, "enum" or "message". */
  readonly type: string;
  readonly repeated: boolean;
  /** Names by number; null: not an enum. */
  readonly names: ReadonlyMap<number, string> | null;
  /** Of a message, and of the entries of a map. */
  readonly message: ProtobufMessage | null;
  readonly isMap: boolean;
}

export interface ProtobufMessage {
  readonly name: string;
  readonly fields: Map<number, ProtobufField>;
}

/** Messages of a schema by their full names. */
export type ProtobufSchema = ReadonlyMap<string, ProtobufMessage>;

const MOST_MESSAGES = 5000;
const MOST_FIELDS = 50_000;

/**
 * From the text of one .proto file, or a FileDescriptorSet as `protoc --include_imports --descriptor_set_out` writes
 * it. Only what the files describe is kept: no code is made of it. @throws Undecodable
 */
export function readProtobufSchema(bytes: Buffer): ProtobufSchema {
  const root = readRoot(bytes);
  const types = new Map<protobuf.Type, ProtobufMessage>();
  collect(root, types);
  if (types.size === 0) throw new Undecodable('there is no message in it');
  let fields = 0;
  for (const [type, message] of types) {
    for (const field of type.fieldsArray) {
      fields += 1;
      if (fields > MOST_FIELDS) throw new Undecodable(`it has more than ${MOST_FIELDS} fields`);
      message.fields.set(field.id, toField(field, types));
    }
  }
  return new Map([...types.values()].map((message) => [message.name, message]));
}

function readRoot(bytes: Buffer): protobuf.Root {
  try {
    const root = isText(bytes)
      ? protobuf.parse(bytes.toString('utf8'), new protobuf.Root()).root
      : fromDescriptor(bytes);
    root.resolveAll();
    return root;
  } catch (error) {
    const why = error instanceof RangeError ? 'it is nested too deep' : error instanceof Error ? error.message : '';
    throw new Undecodable(`it is no .proto file and no descriptor set that can be read: ${why.slice(0, 200)}`);
  }
}

interface WithDescriptors {
  readonly fromDescriptor: (set: Uint8Array) => protobuf.Root;
}

function fromDescriptor(bytes: Buffer): protobuf.Root {
  return (protobuf.Root as unknown as WithDescriptors).fromDescriptor(bytes);
}

/** Every descriptor set has lengths that are control characters. */
function isText(bytes: Buffer): boolean {
  return !bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
}

function collect(of: protobuf.NamespaceBase, types: Map<protobuf.Type, ProtobufMessage>): void {
  for (const nested of of.nestedArray) {
    if (nested instanceof protobuf.Type) {
      if (types.size >= MOST_MESSAGES) throw new Undecodable(`it has more than ${MOST_MESSAGES} messages`);
      types.set(nested, { name: nested.fullName.replace(/^\./, ''), fields: new Map() });
    }
    if (nested instanceof protobuf.Namespace) collect(nested, types);
  }
}

function toField(field: protobuf.Field, types: ReadonlyMap<protobuf.Type, ProtobufMessage>): ProtobufField {
  const { name, resolvedType } = field;
  const names = resolvedType instanceof protobuf.Enum ? namesOf(resolvedType) : null;
  const message = resolvedType instanceof protobuf.Type ? (types.get(resolvedType) ?? null) : null;
  const type = names !== null ? 'enum' : message !== null ? 'message' : field.type;
  const value: ProtobufField = { name, type, repeated: field.repeated, names, message, isMap: false };
  if (!(field instanceof protobuf.MapField)) return value;
  const key: ProtobufField = { ...value, name: 'key', type: field.keyType, names: null, message: null };
  const entry = new Map([
    [1, { ...key, repeated: false }],
    [2, { ...value, name: 'value', repeated: false }],
  ]);
  return {
    ...value,
    type: 'message',
    names: null,
    repeated: true,
    isMap: true,
    message: { name: `${name} entry`, fields: entry },
  };
}

function namesOf({ values }: protobuf.Enum): Map<number, string> {
  const names = new Map<number, string>();
  // of aliases the first one
  for (const [name, number] of Object.entries(values)) if (!names.has(number)) names.set(number, name);
  return names;
}
