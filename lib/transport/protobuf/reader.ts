const TWO_32 = 4_294_967_296;
const MAX_GROUP_DEPTH = 32;

/** Reads the wire format of protobuf. What is cut short is noticed at the end of the message that it is in. */
export class Reader {
  readonly bytes: Buffer;
  at = 0;
  #low = 0;
  #high = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Of a tag or length. */
  uint32(): number {
    const { bytes } = this;
    const first = bytes[this.at++] as number;
    if (first < 0x80) return first;
    const second = bytes[this.at++] as number;
    if (second < 0x80) return (first & 0x7f) | (second << 7);
    this.at -= 2;
    this.#varint();
    return this.#low >>> 0;
  }

  int32(): number {
    const first = this.bytes[this.at] as number;
    if (first < 0x80) {
      this.at += 1;
      return first;
    }
    this.#varint();
    return this.#low | 0;
  }

  bool(): boolean {
    this.#varint();
    return this.#low !== 0 || this.#high !== 0;
  }

  /** What does not fit a double loses its last digits. */
  int64(): number {
    this.#varint();
    return (this.#high | 0) * TWO_32 + (this.#low >>> 0);
  }

  float(): number {
    this.at += 4;
    return this.at > this.bytes.length ? 0 : this.bytes.readFloatLE(this.at - 4);
  }

  string(): string {
    const end = this.end();
    const text = this.bytes.toString('utf8', this.at, end);
    this.at = end;
    return text;
  }

  /** A view. */
  view(): Buffer {
    const end = this.end();
    const view = this.bytes.subarray(this.at, end);
    this.at = end;
    return view;
  }

  /** Where what follows ends, by its length. */
  end(): number {
    const length = this.uint32();
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('a field is longer than its message');
    return end;
  }

  /** @param end of the message that was read */
  finish(end: number): void {
    if (this.at !== end) throw new RangeError('a message ends inside a field');
  }

  skip(tag: number): void {
    if (tag >>> 3 === 0) throw new RangeError('a field has no number');
    this.#skip(tag, 0);
  }

  #skip(tag: number, depth: number): void {
    switch (tag & 7) {
      case 0:
        this.#varint();
        break;
      case 1:
        this.at += 8;
        break;
      case 2:
        this.at = this.end();
        break;
      case 3:
        this.#skipGroup(tag, depth);
        break;
      case 5:
        this.at += 4;
        break;
      default:
        throw new RangeError(`a field has wire type ${tag & 7}`);
    }
  }

  #skipGroup(start: number, depth: number): void {
    const last = start + 1;
    for (;;) {
      if (this.at >= this.bytes.length || depth > MAX_GROUP_DEPTH) throw new RangeError('a group has no end');
      const tag = this.uint32();
      if (tag === last) return;
      this.#skip(tag, depth + 1);
    }
  }

  #varint(): void {
    const { bytes } = this;
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[this.at++];
      if (byte === undefined) break;
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >> 4;
      } else if (shift < 63) high |= bits << (shift - 32);
      else high |= (bits & 1) << 31;
      if (byte < 0x80) {
        this.#low = low;
        this.#high = high;
        return;
      }
    }
    throw new RangeError('a number has no end');
  }
}
