import type { TopicDecoderView, TriedDecoder } from '@/lib/console/operations/topics/views';
import type { DecoderKind } from '@/lib/model/decode/topic-decoder';

interface KindWords {
  readonly name: string;
  /** Label of the field of the schema; null: it needs none. */
  readonly schema: string | null;
  readonly hint: string;
  /** Files that can be chosen. */
  readonly accept: string;
}

export const kindWords: Readonly<Record<DecoderKind, KindWords>> = {
  protobuf: {
    name: 'Protobuf',
    schema: 'Descriptor set or .proto text',
    hint: 'protoc --include_imports --descriptor_set_out=shop.pb shop.proto, or one .proto file without imports',
    accept: '.pb,.desc,.binpb,.protoset,.bin,.proto',
  },
  avro: {
    name: 'Avro',
    schema: 'Avro schema',
    hint: 'The JSON of an .avsc file. The header of a schema registry before a body is skipped, and said.',
    accept: '.avsc,.json',
  },
  gzip: {
    name: 'gzip',
    schema: null,
    hint: 'Text that producers pack by themselves. No schema is needed.',
    accept: '',
  },
  base64: {
    name: 'Base64 in JSON',
    schema: 'JSON paths, one a line',
    hint: 'Where the JSON of a body has base64: $.payload, $.items[*].data',
    accept: '.txt',
  },
};

/** "Protobuf shop.Order". */
export function decoderWords({ kind, message }: Pick<TopicDecoderView, 'kind' | 'message'>): string {
  return message === null ? kindWords[kind].name : `${kindWords[kind].name} ${message}`;
}

/** A descriptor set is bytes: they are sent as base64. Text is sent as it is. */
export function schemaOfFile(bytes: Uint8Array): string {
  const text = bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
  if (!text) return new TextDecoder().decode(bytes);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** What came of a try, in one sentence. */
export function triedWords({ messageId, problem, hidden, by }: TriedDecoder): string {
  if (messageId === null) return 'The schema can be read. No message of the topic is stored to try it on.';
  if (hidden) return `Rules hide parts of message ${messageId} from you, so the decoder is not tried on it.`;
  if (problem !== null) return `Message ${messageId} cannot be decoded: ${problem}.`;
  return `Message ${messageId} is decoded by ${by}.`;
}
