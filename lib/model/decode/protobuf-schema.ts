import { told } from '../language/t';
import { readDescriptorSet } from './proto-descriptors';
import { linkProtobuf } from './proto-link';
import { readProtoText } from './proto-text';
import type { ProtobufSchema } from './protobuf-message';
import { Undecodable } from './undecodable';

/**
 * From the text of one .proto file, or a FileDescriptorSet as `protoc --include_imports --descriptor_set_out` writes
 * it. Read here and not by a library: the cost of any text of its size is bounded, and no code is made of it.
 * @throws Undecodable
 */
export function readProtobufSchema(bytes: Buffer): ProtobufSchema {
  const schema = linkProtobuf(isText(bytes) ? [readProtoText(bytes.toString('utf8'))] : descriptorsOf(bytes));
  if (schema.size === 0) throw new Undecodable(told('its schema has no message'));
  return schema;
}

function descriptorsOf(bytes: Buffer): ReturnType<typeof readDescriptorSet> {
  try {
    return readDescriptorSet(bytes);
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    throw new Undecodable(told('it is not a descriptor set: {problem}', { problem: error.told }));
  }
}

/** Every descriptor set has lengths that are control characters. */
function isText(bytes: Buffer): boolean {
  return !bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
}
