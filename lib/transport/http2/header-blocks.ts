import { ConnectionFault, ERROR, FLAG } from './frames';
import type { Frame } from './frame-reader';
import { HpackDecoder } from './hpack';
import { RequestHeaders } from './request-headers';
import { unpadded } from './unpadded';

/** On the wire. What it decodes to has a limit of its own. */
const MAX_BLOCK_BYTES = 64 * 1024;
const MAX_CONTINUATIONS = 64;
const PRIORITY_BYTES = 5;

interface Unfinished {
  readonly streamId: number;
  readonly isEnd: boolean;
  readonly parts: Buffer[];
  readonly sinceMs: number;
  bytes: number;
}

export interface HeaderBlock {
  readonly streamId: number;
  /** The request ends with it. */
  readonly isEnd: boolean;
  readonly headers: RequestHeaders;
}

/** Puts the header blocks of a connection together and decodes them, all of them, because they change the tables. */
export class HeaderBlocks {
  readonly #maxBytes: number;
  readonly #decoder = new HpackDecoder();
  #open: Unfinished | null = null;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Since when a block is not finished; null: none is. */
  get openSinceMs(): number | null {
    return this.#open === null ? null : this.#open.sinceMs;
  }

  /** @throws ConnectionFault when the frame may not come now */
  checkTurn({ type, streamId }: Pick<Frame, 'type' | 'streamId'>, continuation: number): void {
    if (this.#open === null ? type === continuation : type !== continuation || streamId !== this.#open.streamId)
      throw new ConnectionFault(ERROR.PROTOCOL_ERROR, 'the frames of a header block belong together');
  }

  /** @returns the block, when this frame is all of it */
  begin(frame: Frame, nowMs: number): HeaderBlock | null {
    const { streamId, flags } = frame;
    const part = unpadded(frame, (flags & FLAG.PRIORITY) === 0 ? 0 : PRIORITY_BYTES);
    const isEnd = (flags & FLAG.END_STREAM) !== 0;
    if ((flags & FLAG.END_HEADERS) !== 0) return this.#decode(streamId, isEnd, part);
    this.#open = { streamId, isEnd, parts: [part], sinceMs: nowMs, bytes: part.length };
    return null;
  }

  /** @returns the block, when this frame ends it */
  continue({ flags, payload }: Frame): HeaderBlock | null {
    const open = this.#open;
    if (open === null) return null;
    open.parts.push(payload);
    open.bytes += payload.length;
    if (open.bytes > MAX_BLOCK_BYTES || open.parts.length > MAX_CONTINUATIONS)
      throw new ConnectionFault(ERROR.ENHANCE_YOUR_CALM, 'a header block that is too large');
    if ((flags & FLAG.END_HEADERS) === 0) return null;
    this.#open = null;
    return this.#decode(open.streamId, open.isEnd, Buffer.concat(open.parts));
  }

  #decode(streamId: number, isEnd: boolean, bytes: Buffer): HeaderBlock {
    const headers = new RequestHeaders(this.#maxBytes);
    this.#decoder.decode(bytes, headers);
    return { streamId, isEnd, headers };
  }
}
