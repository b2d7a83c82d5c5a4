const MAGIC = 0x18_4d_22_04;
const FLAG = { contentChecksum: 1 << 2, contentSize: 1 << 3, blockChecksum: 1 << 4, dictionary: 1 } as const;
const STORED = 0x80_00_00_00;
const LEAST_MATCH = 4;

/**
 * LZ4 in its frame form, as Java clients compress with it. Checksums are skipped: the broker has checked the bytes.
 * @throws RangeError when it is cut off, broken, or longer than `mostBytes`
 */
export function unpackLz4(packed: Buffer, mostBytes: number): Buffer {
  if (packed.length < 7 || packed.readUInt32LE(0) !== MAGIC) throw new RangeError('this is no LZ4 frame');
  const flags = packed.readUInt8(4);
  if ((flags & FLAG.dictionary) !== 0) throw new RangeError('this LZ4 frame needs a dictionary');
  let at = 7 + ((flags & FLAG.contentSize) === 0 ? 0 : 8);
  const output = new Output(mostBytes);
  for (;;) {
    if (at + 4 > packed.length) throw new RangeError('the LZ4 frame is cut off');
    const word = packed.readUInt32LE(at);
    at += 4;
    if (word === 0) return output.all();
    const size = word % STORED;
    if (at + size > packed.length) throw new RangeError('an LZ4 block is cut off');
    const block = packed.subarray(at, at + size);
    if (word >= STORED) output.copy(block);
    else unpackBlock(block, output);
    at += size + ((flags & FLAG.blockChecksum) === 0 ? 0 : 4);
  }
}

/** Blocks may refer to bytes of those before, so all share one output. */
function unpackBlock(block: Buffer, output: Output): void {
  let at = 0;
  const length = (nibble: number): number => {
    let total = nibble;
    if (nibble < 15) return total;
    for (;;) {
      const next = byteAt(block, at);
      at += 1;
      total += next;
      if (next < 255) return total;
    }
  };
  while (at < block.length) {
    const token = byteAt(block, at);
    at += 1;
    const literals = length(token >> 4);
    if (at + literals > block.length) throw new RangeError('an LZ4 block is cut off');
    output.copy(block.subarray(at, at + literals));
    at += literals;
    // The last sequence of a block has literals alone.
    if (at === block.length) return;
    const distance = byteAt(block, at) + byteAt(block, at + 1) * 256;
    at += 2;
    output.repeat(distance, length(token & 15) + LEAST_MATCH);
  }
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new RangeError('an LZ4 block is cut off');
  return byte;
}

class Output {
  #bytes = Buffer.alloc(64 * 1024);
  #length = 0;

  constructor(private readonly mostBytes: number) {}

  copy(bytes: Buffer): void {
    this.#room(bytes.length);
    bytes.copy(this.#bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A match may overlap what it writes: byte by byte then. */
  repeat(distance: number, count: number): void {
    if (distance === 0 || distance > this.#length)
      throw new RangeError('an LZ4 block refers to bytes before its begin');
    this.#room(count);
    const from = this.#length - distance;
    if (distance >= count) this.#bytes.copyWithin(this.#length, from, from + count);
    else
      for (let index = 0; index < count; index += 1) this.#bytes[this.#length + index] = this.#bytes[from + index] ?? 0;
    this.#length += count;
  }

  all(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #room(count: number): void {
    const wanted = this.#length + count;
    if (wanted > this.mostBytes) throw new RangeError(`it unpacks to more than ${this.mostBytes} bytes`);
    if (wanted <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(wanted, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
