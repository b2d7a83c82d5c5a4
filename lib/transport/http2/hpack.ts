import { ConnectionFault, ERROR } from './frames';
import { type Field, fieldOf } from './header-field';
import { decodeHuffman } from './huffman';
import type { RequestHeaders } from './request-headers';

/** RFC 7541, appendix A; index 1 is the first. */
const STATIC: readonly Field[] = (
  [
    [':authority'],
    [':method', 'GET', 'POST'],
    [':path', '/', '/index.html'],
    [':scheme', 'http', 'https'],
    [':status', '200', '204', '206', '304', '400', '404', '500'],
    ['accept-charset'],
    ['accept-encoding', 'gzip, deflate'],
    ...[
      ['accept-language', 'accept-ranges', 'accept', 'access-control-allow-origin', 'age', 'allow', 'authorization'],
      ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'content-length'],
      ['content-location', 'content-range', 'content-type', 'cookie', 'date', 'etag', 'expect', 'expires', 'from'],
      ['host', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'last-modified'],
      ['link', 'location', 'max-forwards', 'proxy-authenticate', 'proxy-authorization', 'range', 'referer', 'refresh'],
      ['retry-after', 'server', 'set-cookie', 'strict-transport-security', 'transfer-encoding', 'user-agent', 'vary'],
      ['via', 'www-authenticate'],
    ]
      .flat()
      .map((name) => [name]),
  ] satisfies string[][]
).flatMap(([name = '', ...values]) => (values.length === 0 ? [''] : values).map((value) => fieldOf(name, value)));

/** The default, which we do not change. */
const TABLE_BYTES = 4_096;
const MAX_INTEGER = 2 ** 28;

/** Decodes the header blocks of one connection, each exactly once and in order: they change the table. */
export class HpackDecoder {
  /** The newest last; what is before `#first` has left. */
  #table: Field[] = [];
  #first = 0;
  #bytes = 0;
  #limit = TABLE_BYTES;
  #at = 0;

  /** @throws ConnectionFault when the block is broken: the tables of both sides differ from then on */
  decode(block: Buffer, into: RequestHeaders): void {
    this.#at = 0;
    let begun = false;
    while (this.#at < block.length) {
      const byte = block[this.#at] as number;
      if (byte >= 0x80) into.add(this.#lookUp(this.#integer(block, 7)));
      else if (byte >= 0x40) {
        const field = this.#literal(block, 6);
        this.#remember(field);
        into.add(field);
      } else if (byte >= 0x20) {
        if (begun) throw broken('a table size inside a block');
        this.#resize(this.#integer(block, 5));
        continue;
      } else into.add(this.#literal(block, 4));
      begun = true;
    }
  }

  #lookUp(index: number): Field {
    const field =
      index <= STATIC.length ? STATIC[index - 1] : this.#table[this.#table.length - (index - STATIC.length)];
    const isDynamic = index > STATIC.length;
    if (field === undefined || (isDynamic && this.#table.length - (index - STATIC.length) < this.#first))
      throw broken(`index ${index}`);
    return field;
  }

  #literal(block: Buffer, prefixBits: number): Field {
    const index = this.#integer(block, prefixBits);
    const name = index === 0 ? this.#text(block) : this.#lookUp(index).name;
    return fieldOf(name, this.#text(block));
  }

  #integer(block: Buffer, prefixBits: number): number {
    const most = (1 << prefixBits) - 1;
    const first = (block[this.#at++] as number) & most;
    if (first < most) return first;
    let value = first;
    for (let scale = 1; ; scale *= 128) {
      const byte = block[this.#at++];
      if (byte === undefined) throw broken('an integer without an end');
      value += (byte & 0x7f) * scale;
      if (value > MAX_INTEGER || scale > MAX_INTEGER) throw broken('an integer that is too large');
      if (byte < 0x80) return value;
    }
  }

  #text(block: Buffer): string {
    const coded = (block[this.#at] ?? 0) >= 0x80;
    if (this.#at >= block.length) throw broken('a string without a length');
    const length = this.#integer(block, 7);
    const start = this.#at;
    const end = start + length;
    if (end > block.length) throw broken('a string that is longer than its block');
    this.#at = end;
    if (!coded) return block.toString('latin1', start, end);
    const text = decodeHuffman(block, start, end);
    if (text === null) throw broken('a Huffman code');
    return text;
  }

  #remember(field: Field): void {
    this.#evict(this.#limit - field.bytes);
    if (field.bytes > this.#limit) return;
    this.#table.push(field);
    this.#bytes += field.bytes;
  }

  #resize(limit: number): void {
    if (limit > TABLE_BYTES) throw broken(`a table of ${limit} bytes`);
    this.#limit = limit;
    this.#evict(limit);
  }

  /** Until at most so many bytes are left. */
  #evict(most: number): void {
    while (this.#bytes > 0 && this.#bytes > most) {
      this.#bytes -= (this.#table[this.#first] as Field).bytes;
      this.#first += 1;
    }
    // The places of fields that have left, now and then.
    if (this.#first > 256) {
      this.#table = this.#table.slice(this.#first);
      this.#first = 0;
    }
  }
}

function broken(what: string): ConnectionFault {
  return new ConnectionFault(ERROR.COMPRESSION_ERROR, `header block: ${what}`);
}
