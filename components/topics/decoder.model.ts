import type { TopicDecoderView, TriedDecoder } from '@/lib/console/operations/topics/views';
import type { DecoderKind } from '@/lib/model/decode/topic-decoder';
import { msg, t } from '@/lib/model/language/t';

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
    schema: msg('Descriptor set or .proto text'),
    hint: msg('protoc --include_imports --descriptor_set_out=shop.pb shop.proto, or one .proto file without imports'),
    accept: '.pb,.desc,.binpb,.protoset,.bin,.proto',
  },
  avro: {
    name: 'Avro',
    schema: msg('Avro schema'),
    hint: msg('The JSON of an .avsc file. The header of a schema registry before a body is skipped and reported.'),
    accept: '.avsc,.json',
  },
  gzip: {
    name: 'gzip',
    schema: null,
    hint: msg('Text that producers compress themselves. No schema is needed.'),
    accept: '',
  },
  base64: {
    name: msg('Base64 in JSON'),
    schema: msg('JSON paths, one per line'),
    hint: msg('Where the JSON of a body contains base64: $.payload, $.items[*].data'),
    accept: '.txt',
  },
};

/** "Protobuf shop.Order". */
export function decoderWords({ kind, message }: Pick<TopicDecoderView, 'kind' | 'message'>): string {
  const name = t(kindWords[kind].name);
  return message === null ? name : `${name} ${message}`;
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
  if (messageId === null) return t('The schema is valid. The topic has no stored message to try it on.');
  const given = { message: messageId };
  if (hidden)
    return t('Masking rules hide parts of message {message} from you, so the decoder is not tried on it.', given);
  if (problem !== null) return t('Message {message} cannot be decoded: {reason}.', { ...given, reason: problem });
  return t('Message {message} is decoded by {decoder}.', { ...given, decoder: by });
}
