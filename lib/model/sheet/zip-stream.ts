import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

interface Entry {
  readonly name: Buffer;
  readonly at: number;
  crc: number;
  packed: number;
  size: number;
}

/** Sizes come after the data, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980: the same content makes the same file. */
const DATE = 0x21;

/**
 * A ZIP file written part by part while its content is made: nothing but the part in hand is kept. Each piece is
 * deflated by itself and ends at a byte, so pieces follow one another. At most 4 GB: there is no ZIP64.
 */
export class ZipStream {
  readonly #entries: Entry[] = [];
  #at = 0;

  open(name: string): Buffer {
    const entry = { name: Buffer.from(name), at: this.#at, crc: 0, packed: 0, size: 0 };
    this.#entries.push(entry);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(FLAGS, 6);
    head.writeUInt16LE(DEFLATED, 8);
    head.writeUInt16LE(DATE, 12);
    head.writeUInt16LE(entry.name.length, 26);
    return this.#count(Buffer.concat([head, entry.name]));
  }

  async add(text: string): Promise<Buffer> {
    return await this.#pack(Buffer.from(text), constants.Z_SYNC_FLUSH);
  }

  /** Ends the part that was opened last. */
  async close(): Promise<Buffer> {
    const last = await this.#pack(Buffer.alloc(0), constants.Z_FINISH);
    const { crc, packed, size } = this.#open;
    const after = Buffer.alloc(16);
    after.writeUInt32LE(0x08074b50, 0);
    for (const [index, value] of [crc, packed, size].entries()) after.writeUInt32LE(value, 4 + index * 4);
    return Buffer.concat([last, this.#count(after)]);
  }

  /** The list of all parts: what a reader looks for first. */
  end(): Buffer {
    const begin = this.#at;
    const list = this.#entries.map(({ name, at, crc, packed, size }) => {
      const head = Buffer.alloc(46);
      head.writeUInt32LE(0x02014b50, 0);
      head.writeUInt16LE(20, 4);
      head.writeUInt16LE(20, 6);
      head.writeUInt16LE(FLAGS, 8);
      head.writeUInt16LE(DEFLATED, 10);
      head.writeUInt16LE(DATE, 14);
      for (const [index, value] of [crc, packed, size].entries()) head.writeUInt32LE(value, 16 + index * 4);
      head.writeUInt16LE(name.length, 28);
      head.writeUInt32LE(at, 42);
      return this.#count(Buffer.concat([head, name]));
    });
    const tail = Buffer.alloc(22);
    tail.writeUInt32LE(0x06054b50, 0);
    tail.writeUInt16LE(list.length, 8);
    tail.writeUInt16LE(list.length, 10);
    tail.writeUInt32LE(this.#at - begin, 12);
    tail.writeUInt32LE(begin, 16);
    return Buffer.concat([...list, tail]);
  }

  get #open(): Entry {
    const entry = this.#entries.at(-1);
    if (entry === undefined) throw new Error('no part was opened');
    return entry;
  }

  async #pack(piece: Buffer, finishFlush: number): Promise<Buffer> {
    const entry = this.#open;
    const packed = await deflate(piece, { finishFlush });
    // Of an empty piece it would begin anew.
    if (piece.length > 0) entry.crc = crc32(piece, entry.crc);
    entry.packed += packed.length;
    entry.size += piece.length;
    return this.#count(packed);
  }

  #count(bytes: Buffer): Buffer {
    this.#at += bytes.length;
    return bytes;
  }
}
