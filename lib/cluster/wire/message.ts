import { type Bytes, ByteReader, ByteWriter } from './bytes';
import { parseProperties, writeProperties } from './properties';

/** In front of each message: the length of its topic is one byte in the first form and two in the second. */
const MAGIC = { v1: -626_843_481, v2: -626_843_477 } as const;
const LENGTH_BYTES = 4;

export const SYS_FLAG = {
  compressed: 1,
  transactionType: 0b1100,
  bornHostV6: 1 << 4,
  storeHostV6: 1 << 5,
  compressionType: 0b111 << 8,
} as const;
const COMPRESSION_SHIFT = 8;

/** A message as a broker stores it; the body as stored, which may be compressed. */
export interface StoredMessage {
  readonly topic: string;
  readonly queueId: number;
  readonly queueOffset: number;
  /** Place in the broker's log. */
  readonly physicalOffset: number;
  readonly flag: number;
  readonly sysFlag: number;
  readonly bornTimestamp: number;
  readonly bornHost: string;
  readonly storeTimestamp: number;
  readonly storeHost: string;
  readonly reconsumeTimes: number;
  readonly preparedOffset: number;
  readonly bodyCrc: number;
  readonly body: Buffer;
  readonly properties: Readonly<Record<string, string>>;
}

/** 0: not compressed. 1 LZ4, 2 ZSTD, 3 ZLIB; brokers before 5 wrote ZLIB without saying so. */
export function compressionOf({ sysFlag }: Pick<StoredMessage, 'sysFlag'>): number {
  if ((sysFlag & SYS_FLAG.compressed) === 0) return 0;
  return (sysFlag & SYS_FLAG.compressionType) >> COMPRESSION_SHIFT || 3;
}

/** What a broker calls this copy: hexadecimal address, port and place in its log. */
export function storeIdOf({ storeHost, physicalOffset }: StoredMessage): string {
  const { ip, port } = splitHost(storeHost);
  const place = Buffer.alloc(12);
  place.writeInt32BE(port, 0);
  place.writeBigInt64BE(BigInt(physicalOffset), 4);
  return Buffer.concat([ip, place]).toString('hex').toUpperCase();
}

/** The id that its producer gave it, else what its broker calls this copy. */
export function idOf(message: StoredMessage): string {
  return message.properties['UNIQ_KEY'] ?? storeIdOf(message);
}

/** When and where its client made it: what passes a proxy says it in its properties. */
export function bornOf({ properties, bornTimestamp, bornHost }: Born): {
  readonly bornMs: number;
  readonly bornHost: string;
} {
  const { BORN_TIMESTAMP: born, __BORNHOST: host } = properties;
  return {
    bornMs: born !== undefined && /^\d{1,15}$/.test(born) ? Number(born) : bornTimestamp,
    bornHost: host ?? bornHost.replace(/:\d+$/, ''),
  };
}

type Born = Pick<StoredMessage, 'properties' | 'bornTimestamp' | 'bornHost'>;

/** Messages one after another, as brokers answer them. @throws RangeError when one is cut off or no message */
export function decodeMessages(bytes: Bytes): StoredMessage[] {
  const messages: StoredMessage[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = bytes.length - at < LENGTH_BYTES ? -1 : bytes.readInt32BE(at);
    if (size <= LENGTH_BYTES || at + size > bytes.length) throw new RangeError('a message is cut off');
    messages.push(decodeMessage(new ByteReader(bytes.subarray(at + LENGTH_BYTES, at + size))));
    at += size;
  }
  return messages;
}

function decodeMessage(reader: ByteReader): StoredMessage {
  const magic = reader.int32();
  if (magic !== MAGIC.v1 && magic !== MAGIC.v2) throw new RangeError('these bytes are no message');
  const bodyCrc = reader.int32();
  const queueId = reader.int32();
  const flag = reader.int32();
  const queueOffset = reader.int64();
  const physicalOffset = reader.int64();
  const sysFlag = reader.int32();
  const bornTimestamp = reader.int64();
  const bornHost = readHost(reader, (sysFlag & SYS_FLAG.bornHostV6) !== 0);
  const storeTimestamp = reader.int64();
  const storeHost = readHost(reader, (sysFlag & SYS_FLAG.storeHostV6) !== 0);
  const reconsumeTimes = reader.int32();
  const preparedOffset = reader.int64();
  const body = reader.bytes(reader.int32());
  const topic = reader.bytes(magic === MAGIC.v1 ? reader.uint8() : reader.uint16()).toString('utf8');
  const properties = parseProperties(reader.bytes(reader.uint16()).toString('utf8'));
  return {
    ...{ topic, queueId, queueOffset, physicalOffset, flag, sysFlag, bornTimestamp, bornHost },
    ...{ storeTimestamp, storeHost, reconsumeTimes, preparedOffset, bodyCrc, body, properties },
  };
}

/** For brokers of tests, and to prove that nothing is lost on the way. */
export function encodeMessage(message: StoredMessage): Buffer {
  const topic = Buffer.from(message.topic);
  const properties = Buffer.from(writeProperties(message.properties));
  const isLong = topic.length > 127;
  const writer = new ByteWriter();
  writer
    .int32(isLong ? MAGIC.v2 : MAGIC.v1)
    .int32(message.bodyCrc)
    .int32(message.queueId)
    .int32(message.flag);
  writer.int64(message.queueOffset).int64(message.physicalOffset).int32(message.sysFlag).int64(message.bornTimestamp);
  writeHost(writer, message.bornHost);
  writer.int64(message.storeTimestamp);
  writeHost(writer, message.storeHost);
  writer.int32(message.reconsumeTimes).int64(message.preparedOffset);
  writer.int32(message.body.length).bytes(message.body);
  (isLong ? writer.uint16(topic.length) : writer.uint8(topic.length)).bytes(topic);
  writer.uint16(properties.length).bytes(properties);
  const content = writer.all();
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeInt32BE(content.length + LENGTH_BYTES);
  return Buffer.concat([length, content]);
}

function readHost(reader: ByteReader, isV6: boolean): string {
  const ip = reader.bytes(isV6 ? 16 : 4);
  const port = reader.int32();
  if (!isV6) return `${ip.join('.')}:${port}`;
  const words = Array.from({ length: 8 }, (_, index) => ip.readUInt16BE(2 * index).toString(16));
  return `[${words.join(':')}]:${port}`;
}

function writeHost(writer: ByteWriter, host: string): void {
  const { ip, port } = splitHost(host);
  writer.bytes(ip).int32(port);
}

function splitHost(host: string): { readonly ip: Buffer; readonly port: number } {
  const colon = host.lastIndexOf(':');
  const address = host.slice(0, colon);
  const ip = address.startsWith('[')
    ? Buffer.concat(
        address
          .slice(1, -1)
          .split(':')
          .map((word) => Buffer.from(word.padStart(4, '0'), 'hex')),
      )
    : Buffer.from(address.split('.').map(Number));
  return { ip, port: Number(host.slice(colon + 1)) };
}
