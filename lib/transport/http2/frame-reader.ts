import { ConnectionFault, ERROR, HEADER_BYTES, MAX_FRAME_BYTES, PREFACE } from './frames';

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  /** A view of what was read. */
  readonly payload: Buffer;
}

const NOTHING: Buffer = Buffer.alloc(0);

/** Cuts what a socket reads into frames. */
export class FrameReader {
  readonly #take: (frame: Frame) => void;
  #prefaceLeft: number;
  /** The beginning of a frame. */
  #rest = NOTHING;

  /** @param prefaceBytes what comes before the first frame: a client's preface, or nothing */
  constructor(take: (frame: Frame) => void, prefaceBytes = PREFACE.length) {
    this.#take = take;
    this.#prefaceLeft = prefaceBytes;
  }

  /** @throws ConnectionFault */
  read(read: Buffer): void {
    const chunk = this.#prefaceLeft > 0 ? this.#skipPreface(read) : read;
    let at = this.#rest.length === 0 ? 0 : this.#complete(chunk);
    while (chunk.length - at >= HEADER_BYTES) {
      const end = at + HEADER_BYTES + lengthAt(chunk, at);
      if (end > chunk.length) break;
      this.#give(chunk, at, end);
      at = end;
    }
    if (at < chunk.length) this.#rest = chunk.subarray(at);
  }

  #skipPreface(chunk: Buffer): Buffer {
    const length = Math.min(this.#prefaceLeft, chunk.length);
    const from = PREFACE.length - this.#prefaceLeft;
    if (PREFACE.compare(chunk, 0, length, from, from + length) !== 0)
      throw new ConnectionFault(ERROR.PROTOCOL_ERROR, 'this is not the preface of HTTP/2');
    this.#prefaceLeft -= length;
    return chunk.subarray(length);
  }

  /** Ends the frame that an earlier chunk began. @returns how much of the chunk that took */
  #complete(chunk: Buffer): number {
    let taken = 0;
    const want = (bytes: number): boolean => {
      const more = Math.min(bytes - this.#rest.length, chunk.length - taken);
      if (more > 0) this.#rest = Buffer.concat([this.#rest, chunk.subarray(taken, taken + more)]);
      taken += Math.max(0, more);
      return this.#rest.length >= bytes;
    };
    if (!want(HEADER_BYTES)) return taken;
    const end = HEADER_BYTES + lengthAt(this.#rest, 0);
    if (!want(end)) return taken;
    const whole = this.#rest;
    this.#rest = NOTHING;
    this.#give(whole, 0, end);
    return taken;
  }

  #give(chunk: Buffer, at: number, end: number): void {
    this.#take({
      type: chunk[at + 3] as number,
      flags: chunk[at + 4] as number,
      streamId: chunk.readUInt32BE(at + 5) & 0x7fffffff,
      payload: chunk.subarray(at + HEADER_BYTES, end),
    });
  }
}

function lengthAt(chunk: Buffer, at: number): number {
  const length = ((chunk[at] as number) << 16) | ((chunk[at + 1] as number) << 8) | (chunk[at + 2] as number);
  if (length > MAX_FRAME_BYTES) throw new ConnectionFault(ERROR.FRAME_SIZE_ERROR, `a frame of ${length} bytes`);
  return length;
}
