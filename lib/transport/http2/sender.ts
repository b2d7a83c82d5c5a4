import type { Duplex } from 'node:stream';

import {
  ConnectionFault,
  DEFAULT_WINDOW,
  ERROR,
  type ErrorCode,
  FLAG,
  FRAME,
  HEADER_BYTES,
  MAX_FRAME_BYTES,
  MAX_WINDOW,
  writeFrameHeader,
} from './frames';
import { EMPTY_TABLE } from './encode-headers';
import { Output } from './output';
import { LEAST_TAKEN_BYTES } from './read-pace';
import type { Stream } from './stream';

/** More waits with its stream instead of the socket. */
const MAX_BACKLOG_BYTES = 1024 * 1024;
/** Answers to control frames that the peer has not read: a peer that only asks is cut off. */
const MAX_UNREAD_ANSWERS = 1_000;
const WORD_BYTES = 4;

/** Those with something to flush: once per turn of the event loop, whatever has been said in it. */
const dirty: Sender[] = [];

function flushAll(): void {
  for (const sender of dirty.splice(0)) sender.flush();
}

/** The writing half of a connection: frames, windows, and one write to the socket per turn. */
export class Sender {
  readonly #socket: Duplex;
  readonly #output = new Output();
  readonly #waiting = new Set<Stream>();
  /** Of these, the ones whose own window is open. */
  readonly #ready = new Set<Stream>();
  #window = DEFAULT_WINDOW;
  #isDirty = false;
  #isClosed = false;
  #writtenBytes = 0;
  #unreadAnswers = 0;
  #answersInOutput = 0;
  #afterFlush: ((written: boolean) => void)[] = [];
  /** The next header block says again that our table is empty: the peer has changed its size. */
  tableChanged = true;

  constructor(socket: Duplex) {
    this.#socket = socket;
    socket.on('drain', () => this.#pump());
  }

  headers(streamId: number, block: Buffer, isEnd: boolean): void {
    const prefix = this.tableChanged ? EMPTY_TABLE.length : 0;
    const flags = FLAG.END_HEADERS | (isEnd ? FLAG.END_STREAM : 0);
    const at = this.#frame(FRAME.HEADERS, flags, streamId, prefix + block.length);
    if (prefix > 0) EMPTY_TABLE.copy(this.#output.memory, at);
    block.copy(this.#output.memory, at + prefix);
    this.tableChanged = false;
  }

  data(stream: Stream, bytes: Buffer): void {
    const { length } = bytes;
    const isFree = stream.queue.length === 0 && length <= MAX_FRAME_BYTES && !this.#isCongested;
    if (isFree && length <= stream.sendWindow && length <= this.#window) {
      const at = this.#frame(FRAME.DATA, 0, stream.id, length);
      bytes.copy(this.#output.memory, at);
      stream.sendWindow -= length;
      this.#window -= length;
      return;
    }
    if (stream.queue.length === 0) {
      stream.queuedSinceMs = performance.now();
      stream.takenBytes = 0;
    }
    stream.queue.push(Buffer.from(bytes));
    this.#waiting.add(stream);
    if (stream.sendWindow > 0) this.#ready.add(stream);
    this.#pump();
  }

  reset(streamId: number, code: ErrorCode): void {
    const at = this.#frame(FRAME.RST_STREAM, 0, streamId, WORD_BYTES);
    this.#output.memory.writeUInt32BE(code, at);
  }

  settings(values: readonly (readonly [setting: number, value: number])[]): void {
    let at = this.#frame(FRAME.SETTINGS, 0, 0, values.length * 6);
    for (const [setting, value] of values) {
      this.#output.memory.writeUInt16BE(setting, at);
      this.#output.memory.writeUInt32BE(value, at + 2);
      at += 6;
    }
  }

  acknowledgeSettings(): void {
    this.#frame(FRAME.SETTINGS, FLAG.ACK, 0, 0);
  }

  ping(flags: number, payload: Buffer): void {
    const at = this.#frame(FRAME.PING, flags, 0, payload.length);
    payload.copy(this.#output.memory, at);
  }

  windowUpdate(streamId: number, increment: number): void {
    const at = this.#frame(FRAME.WINDOW_UPDATE, 0, streamId, WORD_BYTES);
    this.#output.memory.writeUInt32BE(increment, at);
  }

  goAway(lastStreamId: number, code: ErrorCode, why: string): void {
    const text = Buffer.from(why);
    const at = this.#frame(FRAME.GOAWAY, 0, 0, WORD_BYTES * 2 + text.length);
    this.#output.memory.writeUInt32BE(lastStreamId, at);
    this.#output.memory.writeUInt32BE(code, at + WORD_BYTES);
    text.copy(this.#output.memory, at + WORD_BYTES * 2);
  }

  /** A frame that answers one of the peer's. @throws ConnectionFault when the peer does not read them */
  countAnswer(): void {
    this.#answersInOutput += 1;
    this.#unreadAnswers += 1;
    if (this.#unreadAnswers > MAX_UNREAD_ANSWERS)
      throw new ConnectionFault(ERROR.ENHANCE_YOUR_CALM, 'more control frames than their answers are read');
  }

  /** @param stream null: the window of the connection. @returns false: it has become larger than a window may be */
  grow(stream: Stream | null, increment: number): boolean {
    if (stream === null) this.#window += increment;
    else stream.sendWindow += increment;
    if ((stream === null ? this.#window : stream.sendWindow) > MAX_WINDOW) return false;
    if (stream !== null && stream.sendWindow > 0 && stream.queue.length > 0) this.#ready.add(stream);
    this.#pump();
    return true;
  }

  whenFlushed(settle: (written: boolean) => void): void {
    if (this.#isClosed) settle(false);
    else {
      this.#afterFlush.push(settle);
      this.#touch();
    }
  }

  forget(stream: Stream): void {
    this.#waiting.delete(stream);
    this.#ready.delete(stream);
  }

  /** What the socket has not taken yet, and what it has, bytes. */
  get backlog(): { readonly waiting: number; readonly taken: number } {
    const waiting = this.#socket.writableLength;
    return { waiting, taken: this.#writtenBytes - waiting };
  }

  /** Streams of whose data the peer has taken hardly any since this moment. */
  stuckSince(ms: number): Stream[] {
    return [...this.#waiting].filter(({ queuedSinceMs }) => queuedSinceMs < ms);
  }

  flush(): void {
    this.#isDirty = false;
    if (this.#isClosed) return;
    this.#writtenBytes += this.#output.bytes;
    const pieces = this.#output.take();
    const settled = this.#afterFlush;
    const answers = this.#answersInOutput;
    this.#afterFlush = [];
    this.#answersInOutput = 0;
    const written = (error?: Error | null): void => {
      this.#unreadAnswers -= answers;
      for (const settle of settled) settle(error == null);
    };
    const last = pieces.pop();
    if (last === undefined) return written();
    const isAwaited = settled.length > 0 || answers > 0;
    if (pieces.length > 0) this.#socket.cork();
    for (const piece of pieces) this.#socket.write(piece);
    this.#socket.write(last, isAwaited ? written : undefined);
    if (pieces.length > 0) this.#socket.uncork();
    this.#pump();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
    this.#ready.clear();
    for (const settle of this.#afterFlush) settle(false);
    this.#afterFlush = [];
  }

  get #isCongested(): boolean {
    return this.#socket.writableLength + this.#output.bytes > MAX_BACKLOG_BYTES;
  }

  /** Makes room for a frame. @returns where its payload begins in the output's memory */
  #frame(type: number, flags: number, streamId: number, length: number): number {
    const at = this.#output.reserve(HEADER_BYTES + length);
    writeFrameHeader(this.#output.memory, at, { length, type, flags, streamId });
    this.#touch();
    return at + HEADER_BYTES;
  }

  #touch(): void {
    if (this.#isDirty || this.#isClosed) return;
    this.#isDirty = true;
    if (dirty.push(this) === 1) setImmediate(flushAll);
  }

  /** One frame of each stream in turn, as long as windows and socket have room. */
  #pump(): void {
    while (this.#ready.size > 0) {
      for (const stream of this.#ready) {
        if (this.#window <= 0 || this.#isCongested) return;
        if (stream.sendWindow > 0) this.#sendSome(stream);
        else this.#ready.delete(stream);
      }
    }
  }

  #sendSome(stream: Stream): void {
    const [next] = stream.queue;
    if (next === undefined) return this.forget(stream);
    const length = Math.min(next.length, stream.sendWindow, this.#window, MAX_FRAME_BYTES);
    const at = this.#output.reserve(HEADER_BYTES);
    writeFrameHeader(this.#output.memory, at, { length, type: FRAME.DATA, flags: 0, streamId: stream.id });
    this.#output.attach(next.subarray(0, length));
    this.#touch();
    stream.sendWindow -= length;
    this.#window -= length;
    stream.takenBytes += length;
    if (stream.takenBytes >= LEAST_TAKEN_BYTES) {
      stream.queuedSinceMs = performance.now();
      stream.takenBytes = 0;
    }
    if (length < next.length) stream.queue[0] = next.subarray(length);
    else stream.queue.shift();
    if (stream.queue.length > 0) return;
    this.forget(stream);
    stream.drained();
  }
}
