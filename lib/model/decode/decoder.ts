import { isUtf8 } from 'node:buffer';
import { readAvroSchema, type AvroType } from './avro-schema';
import { avroJson } from './avro';
import { base64Json, readBase64Paths } from './base64-json';
import { protobufJson, type UnknownFields } from './protobuf';
import type { ProtobufMessage } from './protobuf-message';
import { readProtobufSchema } from './protobuf-schema';
import type { DecoderKind } from './topic-decoder';
import { enumerated } from '../language/list';
import { t, tell, told } from '../language/t';
import { Undecodable } from './undecodable';
import { isGzip, unzipped } from './unzipped';
import { WireBytes } from './wire-bytes';

/** A body as it reads: UTF-8, of all but gzip JSON. */
export interface Decoded {
  readonly kind: 'decoded';
  readonly by: string;
  readonly bytes: Buffer;
  /** What was left out or assumed, as sentences. */
  readonly notes: readonly string[];
}

export interface NotDecoded {
  readonly kind: 'failed';
  readonly by: string;
  /** Follows "because". */
  readonly problem: string;
}

export type Decoding = Decoded | NotDecoded;

/** A decoder whose schema has been read. */
export interface Decoder {
  /** "Protobuf shop.Order": what read a body. */
  readonly by: string;
  /** Of Protobuf: names of its messages. */
  readonly messages: readonly string[];
  /** Never throws. Changes no bytes. @param mostUnpacked bytes of what a producer packed; more is not decoded */
  decode(body: Buffer, mostUnpacked?: number): Decoding;
}

export interface DecoderSource {
  readonly kind: DecoderKind;
  /** A descriptor set or .proto text, an Avro schema, JSON paths; empty for gzip. */
  readonly schema: Buffer;
  /** Of Protobuf; null: not chosen yet. */
  readonly message: string | null;
}

type Read = (body: Buffer, mostUnpacked?: number) => Pick<Decoded, 'bytes' | 'notes'>;

/** @throws Undecodable what is wrong with the schema */
export function makeDecoder({ kind, schema, message }: DecoderSource): Decoder {
  switch (kind) {
    case 'gzip':
      return decoder('gzip', readGzip);
    case 'base64': {
      const paths = readBase64Paths(schema.toString('utf8'));
      return decoder(`base64 at ${paths.join(', ').slice(0, 200)}`, (body, most) => readBase64(body, paths, most));
    }
    case 'avro': {
      const type = readAvroSchema(schema.toString('utf8'));
      return decoder('Avro', (body, most) => readAvro(body, type, most));
    }
    case 'protobuf': {
      const messages = readProtobufSchema(schema);
      const names = [...messages.keys()].toSorted();
      const type = messages.get(message ?? '');
      if (message !== null && type === undefined)
        throw new Undecodable(told('the schema has no message {name}', { name: message.slice(0, 200) }));
      if (type === undefined)
        return {
          by: 'Protobuf',
          messages: names,
          decode: () => failed('Protobuf', t('no message of the schema is chosen')),
        };
      return { ...decoder(`Protobuf ${type.name}`, (body, most) => readProtobuf(body, type, most)), messages: names };
    }
  }
}

function decoder(by: string, read: Read): Decoder {
  const decode = (body: Buffer, mostUnpacked?: number): Decoding => {
    try {
      return { kind: 'decoded', by, ...read(body, mostUnpacked) };
    } catch (error) {
      if (error instanceof Undecodable) return failed(by, tell(error.told));
      if (error instanceof RangeError) return failed(by, t('it is nested too deep or too large'));
      throw error;
    }
  };
  return { by, messages: [], decode };
}

function failed(by: string, problem: string): NotDecoded {
  return { kind: 'failed', by, problem };
}

const unzippedNote = (): string => t('The body was compressed with gzip.');

const readGzip: Read = (body, mostUnpacked) => {
  if (!isGzip(body)) throw new Undecodable(told('it is not gzip data'));
  const bytes = unzipped(body, mostUnpacked);
  if (bytes === body) throw new Undecodable(told('it cannot be unpacked, or unpacks to more than 8 MB'));
  if (!isUtf8(bytes)) throw new Undecodable(told('the unpacked body is not UTF-8 text'));
  return { bytes, notes: [] };
};

function readBase64(body: Buffer, paths: readonly string[], mostUnpacked?: number): ReturnType<Read> {
  const { text, found } = base64Json(unzipped(body, mostUnpacked), paths);
  const notes = [
    ...(isGzip(body) ? [unzippedNote()] : []),
    ...(found === 0 ? [t('The body has no value at the paths of the decoder.')] : []),
  ];
  return { bytes: Buffer.from(text), notes };
}

const HEADER_BYTES = 5;

/** Of the schema registry of Confluent: a zero, and the number of the schema. */
function hasHeader(bytes: Buffer): boolean {
  return bytes.length >= HEADER_BYTES && bytes[0] === 0;
}

function headerNote(bytes: Buffer): string {
  return t('The header of a schema registry was skipped (schema {id}).', { id: bytes.readUInt32BE(1) });
}

function readProtobuf(body: Buffer, type: ProtobufMessage, mostUnpacked?: number): ReturnType<Read> {
  const bytes = unzipped(body, mostUnpacked);
  const notes = bytes === body ? [] : [unzippedNote()];
  // no field has the number 0: a message cannot begin like this
  if (!hasHeader(bytes)) return protobufRead(bytes, type, notes);
  const after = new WireBytes(bytes.subarray(HEADER_BYTES));
  const indexes = indexesOf(after);
  // read as another message its values would have names that no rule hides
  if (!type.indexes.has(indexes.join('.')))
    throw new Undecodable(
      told('the header of a schema registry names message {index} of its schema, which is not {name}', {
        ...{ index: indexes.join('.'), name: type.name },
      }),
    );
  return protobufRead(after.bytes.subarray(after.at), type, [...notes, headerNote(bytes)]);
}

const MOST_INDEXES = 30;

/** Where the message is in its file: none of them is the first one. */
function indexesOf(from: WireBytes): string[] {
  const count = from.zigzag();
  if (count < 0n || count > MOST_INDEXES)
    throw new Undecodable(told('the header of a schema registry names no message'));
  if (count === 0n) return ['0'];
  return Array.from({ length: Number(count) }, () => String(from.zigzag()));
}

function protobufRead(bytes: Buffer, type: ProtobufMessage, notes: readonly string[]): ReturnType<Read> {
  const { json, unknown } = protobufJson(bytes, type);
  return { bytes: Buffer.from(json), notes: unknown.count === 0 ? notes : [...notes, unknownNote(unknown)] };
}

function unknownNote({ numbers, count }: UnknownFields): string {
  const named = enumerated([...numbers].toSorted((one, other) => one - other).map(String));
  return numbers.size < 10
    ? t(
        `{count, plural, one {# field is not in the schema and left out: number {numbers}.} other {# fields are not in
        the schema and left out: numbers {numbers}.}}`,
        { count, numbers: named },
      )
    : t('{count, number} fields are not in the schema and left out: numbers {numbers} and others.', {
        ...{ count, numbers: named },
      });
}

function readAvro(body: Buffer, type: AvroType, mostUnpacked?: number): ReturnType<Read> {
  if (body.subarray(0, 4).toString('latin1') === 'Obj\u0001')
    throw new Undecodable(told('it is an Avro file with its own schema, not one message'));
  const unpacked = unzipped(body, mostUnpacked);
  const plain = avroRead(unpacked, type);
  if (!hasHeader(unpacked)) return { bytes: plain.orThrow(), notes: unpacked === body ? [] : [unzippedNote()] };
  const notes = [...(unpacked === body ? [] : [unzippedNote()]), headerNote(unpacked)];
  const headed = avroRead(unpacked.subarray(HEADER_BYTES), type);
  if (headed.bytes === null)
    return { bytes: plain.bytes ?? headed.orThrow(), notes: plain.bytes === null ? notes : [] };
  if (plain.bytes !== null && !plain.bytes.equals(headed.bytes))
    throw new Undecodable(told('it can be read in two ways: with the header of a schema registry and without it'));
  return { bytes: headed.bytes, notes };
}

interface Attempt {
  readonly bytes: Buffer | null;
  orThrow(): Buffer;
}

function avroRead(bytes: Buffer, type: AvroType): Attempt {
  try {
    const read = Buffer.from(avroJson(bytes, type));
    return { bytes: read, orThrow: () => read };
  } catch (error) {
    return {
      bytes: null,
      orThrow: () => {
        throw error;
      },
    };
  }
}
