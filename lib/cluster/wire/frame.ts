/** What follows the first four bytes of a frame: its length comes from a peer that may be anyone. */
export const MOST_FRAME_BYTES = 64 * 1024 * 1024;
const LENGTH_BYTES = 4;
const MOST_HEADER_BYTES = 0xff_ff_ff;

/** How a header is written: the upper byte of the second word. */
export const HEADER_TYPE = { json: 0, binary: 1 } as const;

export interface Frame {
  readonly headerType: number;
  readonly header: Buffer;
  readonly body: Buffer;
}

export type Fields = Readonly<Record<string, string>>;

/** The header of a request or an answer: both have the same. */
export interface CommandHeader {
  readonly code: number;
  readonly language: string;
  readonly version: number;
  /** Made by the asker; the answer has the same. */
  readonly opaque: number;
  readonly flag: number;
  readonly remark: string | null;
  readonly fields: Fields;
}

/** What a peer sent is no frame of this protocol: nothing after it can be understood. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

export function encodeFrame({ headerType, header, body }: Frame): Buffer {
  const length = LENGTH_BYTES + header.length + body.length;
  if (length > MOST_FRAME_BYTES) throw new FrameError(`a frame may have ${MOST_FRAME_BYTES} bytes, not ${length}`);
  if (header.length > MOST_HEADER_BYTES) throw new FrameError(`a header may not have ${header.length} bytes`);
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + length);
  frame.writeInt32BE(length, 0);
  frame.writeUInt32BE(headerType * 0x1_00_00_00 + header.length, LENGTH_BYTES);
  header.copy(frame, 2 * LENGTH_BYTES);
  body.copy(frame, 2 * LENGTH_BYTES + header.length);
  return frame;
}

/** Finds the frames in chunks of any size. A frame is assembled once, however many chunks it came in. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Bytes of the frame that is coming, with its length; null: its length is not known yet. */
  #wanted: number | null = null;

  constructor(private readonly mostBytes: number = MOST_FRAME_BYTES) {}

  /** @throws FrameError after which this reader is of no use */
  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    const frames: Frame[] = [];
    for (;;) {
      if (this.#wanted === null) {
        if (this.#bytes < LENGTH_BYTES) return frames;
        this.#wanted = LENGTH_BYTES + this.#checkLength(this.#take(LENGTH_BYTES, false).readInt32BE(0));
      }
      if (this.#bytes < this.#wanted) return frames;
      frames.push(readFrame(this.#take(this.#wanted, true)));
      this.#wanted = null;
    }
  }

  #checkLength(length: number): number {
    if (length < LENGTH_BYTES) throw new FrameError(`a frame cannot have ${length} bytes`);
    if (length > this.mostBytes) throw new FrameError(`a frame of ${length} bytes; at most ${this.mostBytes} are read`);
    return length;
  }

  /** The first bytes of what came, joined when they are in several chunks. */
  #take(count: number, remove: boolean): Buffer {
    if (this.#chunks.length > 1 && (this.#chunks[0]?.length ?? 0) < count) this.#chunks = [Buffer.concat(this.#chunks)];
    const first = this.#chunks[0] ?? Buffer.alloc(0);
    if (!remove) return first;
    this.#bytes -= count;
    if (first.length === count) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(count);
    return first.subarray(0, count);
  }
}

function readFrame(bytes: Buffer): Frame {
  const second = bytes.readUInt32BE(LENGTH_BYTES);
  const headerType = second >>> 24;
  const headerEnd = 2 * LENGTH_BYTES + (second & MOST_HEADER_BYTES);
  if (headerEnd > bytes.length) throw new FrameError('a header is longer than its frame');
  return { headerType, header: bytes.subarray(2 * LENGTH_BYTES, headerEnd), body: bytes.subarray(headerEnd) };
}
