const FIRST_BYTES = 64 * 1024;
/** More is given back after the message. */
const MOST_KEPT_BYTES = 1024 * 1024;
const TWO_32 = 4_294_967_296;
/** Enough for a tag and a number. */
const FIELD_BYTES = 20;
/** A string of so many characters of ASCII has a length of one byte. */
const SHORT = 127;

/** Writes the wire format of protobuf, one message after the other into the same memory. */
export class Writer {
  bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  at = 0;

  /** @param at where the message begins */
  start(at: number): void {
    if (this.bytes.length > MOST_KEPT_BYTES) this.bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
    this.at = at;
  }

  /** For one more number. */
  reserve(): void {
    if (this.at + FIELD_BYTES > this.bytes.length) this.#grow(FIELD_BYTES);
  }

  tag(tag: number): void {
    this.reserve();
    if (tag < 0x80) this.bytes[this.at++] = tag;
    else this.uint32(tag);
  }

  uint32(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.bytes[this.at++] = (rest & 0x7f) | 0x80;
    this.bytes[this.at++] = rest;
  }

  /** Also an enum. Negative numbers have ten bytes, as the format wants it. */
  int32(value: number): void {
    if (value >= 0) this.uint32(value);
    else this.int64(value);
  }

  int64(value: number): void {
    if (value >= 0 && value < 0x80000000) return this.uint32(value);
    const low = value >>> 0;
    const high = Math.floor(value / TWO_32) >>> 0;
    // 28 bits, then the bits around the border of both halves, then the rest.
    let [left, right] = [low, high];
    while (right > 0 || left > 0x7f) {
      this.bytes[this.at++] = (left & 0x7f) | 0x80;
      left = ((left >>> 7) | (right << 25)) >>> 0;
      right >>>= 7;
    }
    this.bytes[this.at++] = left;
  }

  bool(value: boolean): void {
    this.bytes[this.at++] = value ? 1 : 0;
  }

  float(value: number): void {
    this.at = this.bytes.writeFloatLE(value, this.at);
  }

  string(text: string): void {
    const { length } = text;
    if (length <= SHORT && this.#ascii(text, length)) return;
    const bytes = Buffer.byteLength(text);
    this.#room(bytes);
    this.uint32(bytes);
    this.at += this.bytes.write(text, this.at, bytes, 'utf8');
  }

  view(view: Uint8Array): void {
    this.#room(view.length);
    this.uint32(view.length);
    this.bytes.set(view, this.at);
    this.at += view.length;
  }

  /** Leaves a byte for the length of what follows. @returns where it begins */
  open(): number {
    this.at += 1;
    return this.at;
  }

  /** Writes the length of what began there. */
  close(start: number): void {
    const length = this.at - start;
    if (length < 0x80) {
      this.bytes[start - 1] = length;
      return;
    }
    const more = length < 0x4000 ? 1 : length < 0x200000 ? 2 : length < 0x10000000 ? 3 : 4;
    this.#room(more);
    this.bytes.copyWithin(start + more, start, this.at);
    this.at = start - 1;
    this.uint32(length);
    this.at += length;
  }

  #ascii(text: string, length: number): boolean {
    this.#room(length);
    const { bytes } = this;
    const start = this.at + 1;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) return false;
      bytes[start + index] = code;
    }
    bytes[this.at] = length;
    this.at = start + length;
    return true;
  }

  #room(bytes: number): void {
    if (this.at + bytes + FIELD_BYTES > this.bytes.length) this.#grow(bytes + FIELD_BYTES);
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.at + bytes));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}
