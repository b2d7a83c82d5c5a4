import { type CommandHeader, FrameError } from './frame';

/** By the number on the wire. */
const LANGUAGES = [
  ...['JAVA', 'CPP', 'DOTNET', 'PYTHON', 'DELPHI', 'ERLANG', 'RUBY'],
  ...['OTHER', 'HTTP', 'GO', 'PHP', 'OMS', 'RUST', 'NODE_JS'],
] as const;
const OTHER = 7;
/** code 2, language 1, version 2, opaque 4, flag 4. */
const FIXED_BYTES = 13;

/** The other form of a header ("ROCKETMQ"); a broker answers in the form it was asked, a client may choose this one. */
export function encodeBinaryHeader({ code, language, version, opaque, flag, remark, fields }: CommandHeader): Buffer {
  const fixed = Buffer.alloc(FIXED_BYTES);
  fixed.writeInt16BE(code, 0);
  const place = LANGUAGES.indexOf(language as (typeof LANGUAGES)[number]);
  fixed.writeUInt8(place === -1 ? OTHER : place, 2);
  fixed.writeInt16BE(version, 3);
  fixed.writeInt32BE(opaque, 5);
  fixed.writeInt32BE(flag, 9);
  const entries = Buffer.concat(
    Object.entries(fields).flatMap(([name, value]) => [withLength(name, 2), withLength(value, 4)]),
  );
  return Buffer.concat([fixed, withLength(remark ?? '', 4), int(entries.length, 4), entries]);
}

/** @throws FrameError when a length does not fit */
export function decodeBinaryHeader(bytes: Buffer): CommandHeader {
  const reader = new Bytes(bytes);
  const code = reader.number(2);
  const language = LANGUAGES[reader.number(1)] ?? 'OTHER';
  const version = reader.number(2);
  const opaque = reader.number(4);
  const flag = reader.number(4);
  const remark = reader.text(4);
  const fieldBytes = reader.number(4);
  const end = reader.at + fieldBytes;
  if (fieldBytes < 0 || end > bytes.length) throw new FrameError('fields of a header are longer than the header');
  const fields: Record<string, string> = {};
  while (reader.at < end) {
    const name = reader.text(2);
    define(fields, name, reader.text(4));
  }
  return { code, language, version, opaque, flag, remark: remark === '' ? null : remark, fields };
}

class Bytes {
  at = 0;

  constructor(private readonly bytes: Buffer) {}

  number(size: number): number {
    if (this.at + size > this.bytes.length) throw new FrameError('a header ends too early');
    const value = this.bytes.readIntBE(this.at, size);
    this.at += size;
    return value;
  }

  text(lengthBytes: number): string {
    const length = this.number(lengthBytes);
    if (length < 0 || this.at + length > this.bytes.length) throw new FrameError('a text is longer than its header');
    this.at += length;
    return this.bytes.toString('utf8', this.at - length, this.at);
  }
}

function define(fields: Record<string, string>, name: string, value: string): void {
  Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
}

function withLength(text: string, lengthBytes: number): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([int(bytes.length, lengthBytes), bytes]);
}

function int(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeIntBE(value, 0, size);
  return bytes;
}
