export type Bytes = Buffer;

/** Numbers are big endian. 64 bits are read as a number: offsets and times are below 2^53. */
export class ByteReader {
  #at = 0;

  constructor(private readonly all: Bytes) {}

  uint8(): number {
    return this.all.readUInt8(this.#move(1));
  }

  uint16(): number {
    return this.all.readUInt16BE(this.#move(2));
  }

  int32(): number {
    return this.all.readInt32BE(this.#move(4));
  }

  /** @throws RangeError for a number that is not exact */
  int64(): number {
    const value = Number(this.all.readBigInt64BE(this.#move(8)));
    if (Number.isSafeInteger(value)) return value;
    throw new RangeError(`${value} is too large a number`);
  }

  bytes(count: number): Bytes {
    if (count < 0) throw new RangeError('a negative length');
    const at = this.#move(count);
    return this.all.subarray(at, at + count);
  }

  #move(count: number): number {
    const at = this.#at;
    if (at + count > this.all.length) throw new RangeError('the bytes end too early');
    this.#at += count;
    return at;
  }
}

export class ByteWriter {
  readonly #parts: Bytes[] = [];

  uint8(value: number): this {
    return this.#add(1, (bytes) => bytes.writeUInt8(value));
  }

  uint16(value: number): this {
    return this.#add(2, (bytes) => bytes.writeUInt16BE(value));
  }

  int32(value: number): this {
    return this.#add(4, (bytes) => bytes.writeInt32BE(value));
  }

  int64(value: number): this {
    return this.#add(8, (bytes) => bytes.writeBigInt64BE(BigInt(value)));
  }

  bytes(part: Bytes): this {
    this.#parts.push(part);
    return this;
  }

  all(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #add(size: number, write: (bytes: Bytes) => unknown): this {
    const bytes = Buffer.alloc(size);
    write(bytes);
    return this.bytes(bytes);
  }
}
