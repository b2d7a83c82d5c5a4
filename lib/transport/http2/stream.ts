import { ERROR, type ErrorCode } from './frames';

/** What an open stream tells the layer above. */
export interface StreamReceiver {
  /** A view of what was read: it stays as it is. */
  onData(bytes: Buffer): void;
  /** The client has sent all of its request. */
  onEnd(): void;
  /** The client, or the connection, has ended the stream before the answer was complete. */
  onAbort(): void;
}

/** What a stream asks of the writing half of its connection. */
interface StreamSender {
  headers(streamId: number, block: Buffer, isEnd: boolean): void;
  data(stream: Stream, bytes: Buffer): void;
  reset(streamId: number, code: ErrorCode): void;
  whenFlushed(settle: (written: boolean) => void): void;
  forget(stream: Stream): void;
}

/** What a stream tells its connection. */
export interface StreamHost {
  readonly sender: StreamSender;
  /** All was said, or the stream was reset: it leaves the connection. */
  ended(stream: Stream, reset: ErrorCode | null): void;
}

/** One exchange on a connection. After `isOver`, whatever is sent on it is dropped. */
export class Stream {
  readonly id: number;
  readonly #host: StreamHost;
  receiver: StreamReceiver | null = null;
  /** What the client may still send. */
  receiveWindow: number;
  /** What we may still send; negative after the client has made its windows smaller. */
  sendWindow: number;
  /** Of the request's body, when the client has said it. */
  expectedBytes: number | null = null;
  receivedBytes = 0;
  /** The client has sent its last byte. */
  remoteClosed = false;
  /** What it still sends is dropped, and it gets no more room for it. */
  unwanted = false;
  isOver = false;
  #isAborted = false;
  /** Data that waits for room, the next one first. */
  readonly queue: Buffer[] = [];
  /** Since it waits, or has taken enough of it. */
  queuedSinceMs = 0;
  takenBytes = 0;
  #trailers: Buffer | null = null;
  #whenSent: ((sent: boolean) => void)[] = [];

  constructor(id: number, host: StreamHost, windows: { readonly receive: number; readonly send: number }) {
    this.id = id;
    this.#host = host;
    this.receiveWindow = windows.receive;
    this.sendWindow = windows.send;
  }

  /** @param block from `headerBlock` */
  headers(block: Buffer): void {
    if (!this.isOver) this.#host.sender.headers(this.id, block, false);
  }

  /** Copies the bytes. */
  data(bytes: Buffer): void {
    if (!this.isOver) this.#host.sender.data(this, bytes);
  }

  /** Ends the answer, after all data. @param block from `headerBlock` */
  end(block: Buffer): void {
    if (this.isOver) return;
    this.#trailers = block;
    if (this.queue.length === 0) this.drained();
  }

  reset(code: ErrorCode): void {
    if (this.isOver) return;
    this.#host.sender.reset(this.id, code);
    this.abort();
    this.#host.ended(this, code);
  }

  /** Called once: when all that was sent so far is on its way (true), or never will be. */
  whenSent(settle: (sent: boolean) => void): void {
    if (this.#isAborted) settle(false);
    else if (this.queue.length > 0) this.#whenSent.push(settle);
    else this.#host.sender.whenFlushed(settle);
  }

  /** Its queue has become empty. */
  drained(): void {
    for (const settle of this.#whenSent) this.#host.sender.whenFlushed(settle);
    this.#whenSent = [];
    if (this.#trailers === null) return;
    this.#host.sender.headers(this.id, this.#trailers, true);
    this.isOver = true;
    // RFC 9113, 8.1: a server that does not need the rest of a request asks for its end.
    const code = this.remoteClosed ? null : ERROR.NO_ERROR;
    if (code !== null) this.#host.sender.reset(this.id, code);
    this.#host.ended(this, code);
  }

  /** It ends here, without a word to the client. */
  abort(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#isAborted = true;
    this.queue.length = 0;
    this.#host.sender.forget(this);
    for (const settle of this.#whenSent) settle(false);
    this.#whenSent = [];
    this.receiver?.onAbort();
  }
}
