import { readDescriptorSet } from './proto-descriptors';
import { linkProtobuf } from './proto-link';
import { readProtoText } from './proto-text';
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
  /** The key and the value of a map field. */
  readonly isEntry: boolean;
  readonly fields: ReadonlyMap<number, ProtobufField>;
  /** Indexes in its file, joined by dots, that name this message and no other. */
  readonly indexes: ReadonlySet<string>;
}

/** Messages of a schema by their full names. */
export type ProtobufSchema = ReadonlyMap<string, ProtobufMessage>;

/**
 * From the text of one .proto file, or a FileDescriptorSet as `protoc --include_imports --descriptor_set_out` writes
 * it. Read here and not by a library: the cost of any text of its size is bounded, and no code is made of it.
 * @throws Undecodable
 */
export function readProtobufSchema(bytes: Buffer): ProtobufSchema {
  const schema = linkProtobuf(isText(bytes) ? [readProtoText(bytes.toString('utf8'))] : descriptorsOf(bytes));
  if (schema.size === 0) throw new Undecodable('there is no message in it');
  return schema;
}

function descriptorsOf(bytes: Buffer): ReturnType<typeof readDescriptorSet> {
  try {
    return readDescriptorSet(bytes);
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    throw new Undecodable(`it is no descriptor set: ${error.message}`);
  }
}

/** Every descriptor set has lengths that are control characters. */
function isText(bytes: Buffer): boolean {
  return !bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
}
