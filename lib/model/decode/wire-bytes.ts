import { told } from '../language/t';
import { Undecodable } from './undecodable';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads what Protobuf and Avro have in common. Every read is inside of the bytes, or throws Undecodable. */
export class WireBytes {
  at = 0;

  constructor(readonly bytes: Buffer) {}

  get left(): number {
    return this.bytes.length - this.at;
  }

  take(count: number): Buffer {
    if (count < 0 || count > this.left)
      throw new Undecodable(told('it ends in the middle of a value at byte {at}', { at: this.at }));
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** A number of at most 64 bits, without a sign. */
  varint(): bigint {
    let small = 0;
    for (let index = 0; index < 4; index += 1) {
      const byte = this.byte();
      small |= (byte & 0x7f) << (7 * index);
      if (byte < 0x80) return BigInt(small);
    }
    let value = BigInt(small);
    for (let index = 4; index < 10; index += 1) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << BigInt(7 * index);
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new Undecodable(told('a number at byte {at} has more than 64 bits', { at: this.at }));
  }

  /** A number that is written so that small negative ones are short. */
  zigzag(): bigint {
    return unzigzag(this.varint());
  }

  /** As many bytes as the number before them says. */
  counted(length: bigint): Buffer {
    if (length < 0n || length > BigInt(this.left))
      throw new Undecodable(told('a value at byte {at} is longer than the body', { at: this.at }));
    return this.take(Number(length));
  }
}

export function unzigzag(value: bigint): bigint {
  return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
}

/** The JSON text of a string. */
export function textJson(bytes: Buffer, field: string | null): string {
  try {
    return JSON.stringify(utf8.decode(bytes));
  } catch {
    throw new Undecodable(
      field === null ? told('it has a text that is not UTF-8') : told('the field {field} is not UTF-8 text', { field }),
    );
  }
}

export function base64Json(bytes: Buffer): string {
  return `"${bytes.toString('base64')}"`;
}

/** JSON has no words for NaN and the infinities: they are texts, as in the JSON of Protobuf. */
export function floatJson(value: number): string {
  if (!Number.isFinite(value)) return `"${value}"`;
  return Object.is(value, -0) ? '-0' : String(value);
}
