/** How bodies of a topic are written that are not text. */
export const DECODER_KINDS = ['protobuf', 'avro', 'gzip', 'base64'] as const;
export type DecoderKind = (typeof DECODER_KINDS)[number];

export const DECODER_LIMITS = {
  /** Of a schema as it is kept. */
  schemaBytes: 512 * 1024,
  /** In base64, as it is sent. */
  schemaChars: 700 * 1024,
  messageChars: 500,
} as const;

const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/**
 * A schema as it is pasted or sent: text, or of Protobuf a descriptor set in base64. No .proto text is base64: it has
 * braces.
 */
export function schemaBytes(kind: DecoderKind, schema: string): Buffer {
  if (kind === 'gzip') return Buffer.alloc(0);
  return kind === 'protobuf' && BASE64.test(schema) ? Buffer.from(schema, 'base64') : Buffer.from(schema);
}
