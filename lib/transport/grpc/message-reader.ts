import { decompress, encodingOf } from './inflate';
import { ENCODINGS, GRPC, type GrpcStatus } from './status';
import type { UploadBudget } from './upload-budget';

/** Before each message: whether it is compressed, and its length. */
export const PREFIX_BYTES = 5;
/** What a part takes beside its bytes: many of one byte each must not take more memory than their sum allows. */
const PART_OVERHEAD_BYTES = 256;

export interface MessageSink {
  message(bytes: Buffer): void;
  /** After the last message. */
  end(): void;
  /** The request cannot be read; nothing follows. */
  fail(status: GrpcStatus): void;
}

/** Puts the messages of one request together. A message that came in one piece is not copied. */
export class MessageReader {
  readonly #sink: MessageSink;
  readonly #encoding: string;
  readonly #maxBytes: number;
  readonly #budget: UploadBudget;
  #parts: Buffer[] = [];
  #held = 0;
  /** What the budget gave for the parts. */
  #charged = 0;
  /** What must come before anything can be done with the parts. */
  #wanted = PREFIX_BYTES;
  #isOver = false;
  /** Messages are decompressed elsewhere: what follows waits its turn. */
  #before: Promise<void> | null = null;

  constructor(sink: MessageSink, encoding: string, maxBytes: number, budget: UploadBudget) {
    this.#sink = sink;
    this.#encoding = encoding;
    this.#maxBytes = maxBytes;
    this.#budget = budget;
  }

  push(bytes: Buffer): void {
    if (this.#isOver) return;
    if (this.#held + bytes.length < this.#wanted) return this.#hold(bytes);
    const whole = this.#held === 0 ? bytes : Buffer.concat([...this.#parts, bytes]);
    this.#letGo();
    this.#read(whole);
  }

  end(): void {
    if (this.#isOver) return;
    if (this.#held > 0) return this.#fail({ code: GRPC.INTERNAL, details: 'The request ends inside a message' });
    this.#inTurn(() => this.#sink.end());
  }

  /** Nothing more is wanted. */
  stop(): void {
    this.#isOver = true;
    this.#letGo();
  }

  #read(bytes: Buffer): void {
    let at = 0;
    for (;;) {
      const left = bytes.length - at;
      this.#wanted = PREFIX_BYTES;
      if (left < PREFIX_BYTES) break;
      const length = bytes.readUInt32BE(at + 1);
      if (length > this.#maxBytes) {
        const details = `Received message larger than max (${length} vs. ${this.#maxBytes})`;
        return this.#fail({ code: GRPC.RESOURCE_EXHAUSTED, details });
      }
      this.#wanted = PREFIX_BYTES + length;
      if (left < this.#wanted) break;
      this.#give(bytes[at] !== 0, bytes.subarray(at + PREFIX_BYTES, at + this.#wanted));
      if (this.#isOver) return;
      at += this.#wanted;
    }
    if (at < bytes.length) this.#hold(bytes.subarray(at));
  }

  #hold(bytes: Buffer): void {
    const charge = bytes.length + PART_OVERHEAD_BYTES;
    if (!this.#budget.take(charge))
      return this.#fail({ code: GRPC.RESOURCE_EXHAUSTED, details: 'Too many large requests are being received' });
    this.#parts.push(bytes);
    this.#held += bytes.length;
    this.#charged += charge;
  }

  #letGo(): void {
    this.#budget.give(this.#charged);
    this.#charged = 0;
    this.#held = 0;
    this.#parts = [];
  }

  #give(isCompressed: boolean, message: Buffer): void {
    if (!isCompressed) return this.#inTurn(() => this.#sink.message(message));
    const encoding = encodingOf(this.#encoding);
    if (encoding === undefined) {
      const details = `Unsupported message encoding "${this.#encoding}"; use one of ${ENCODINGS}`;
      return this.#fail({ code: GRPC.UNIMPLEMENTED, details });
    }
    if (encoding === null)
      return this.#fail({ code: GRPC.INTERNAL, details: 'Received a compressed message without grpc-encoding' });
    const before = this.#before;
    const decompressed = decompress(encoding, message, this.#maxBytes);
    this.#before = (async () => {
      await before;
      const whole = await decompressed;
      if (this.#isOver) return;
      if (Buffer.isBuffer(whole)) this.#sink.message(whole);
      else this.#fail(whole);
    })();
  }

  #inTurn(act: () => void): void {
    if (this.#before === null) act();
    else
      this.#before = this.#before.then(() => {
        if (!this.#isOver) act();
      });
  }

  #fail(status: GrpcStatus): void {
    this.stop();
    this.#sink.fail(status);
  }
}
