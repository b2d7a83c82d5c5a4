import { type Command, decodeCommand, encodeCommand, FLAG, OUR_LANGUAGE, OUR_VERSION } from './command';
import { type Reason, told } from '../../model/language/t';
import { CallFailure, type CallFailureKind } from './failure';
import { type Fields, FrameReader, MOST_FRAME_BYTES } from './frame';
import { type ClusterTls, type OpenSocket, openSocket } from './open-socket';
import { type ClusterCredentials, signFields } from './signature';

export interface ConnectionLimits {
  readonly connectMs: number;
  readonly frameBytes: number;
  /** Calls without an answer; more wait for none and fail. */
  readonly pending: number;
  readonly backOffMs: { readonly first: number; readonly most: number };
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connectMs: 3_000,
  frameBytes: MOST_FRAME_BYTES,
  pending: 1_024,
  backOffMs: { first: 100, most: 5_000 },
};

/** What a connection needs to be taken for one of an administrator's. */
export interface Access {
  readonly credentials: ClusterCredentials | null;
  readonly tls: ClusterTls | null;
}

export interface Question {
  readonly code: number;
  readonly fields: Fields;
  readonly body: Buffer;
  readonly timeoutMs: number;
}

interface Waiting {
  readonly answered: (answer: Command) => void;
  readonly failed: (failure: CallFailure) => void;
  readonly timer: NodeJS.Timeout;
}

interface Line extends OpenSocket {
  readonly reader: FrameReader;
  readonly waiting: Map<number, Waiting>;
  /** When bytes came last. */
  readMs: number;
}

/**
 * One connection to one address, shared by all calls: answers find their calls by number. It is made by the first call,
 * and made again by the first call after it broke; after failures, calls fail at once for a while.
 */
export class Connection {
  #line: Promise<Line> | null = null;
  #open: Line | null = null;
  #failures = 0;
  #notBeforeMs = 0;
  #problem: Reason = '';
  #opaque = 0;
  #isClosed = false;

  constructor(
    readonly address: string,
    private readonly access: Access,
    private readonly limits: ConnectionLimits = CONNECTION_LIMITS,
  ) {}

  /** @throws CallFailure; an answer that refuses is an answer */
  async ask({ code, fields, body, timeoutMs }: Question): Promise<Command> {
    const line = await this.#connected();
    if (line.waiting.size >= this.limits.pending)
      throw new CallFailure(
        'unreachable',
        told('{count, number} calls to {address} wait for answers', {
          count: this.limits.pending,
          address: this.address,
        }),
      );
    const opaque = this.#nextOpaque();
    const { credentials } = this.access;
    const signed = credentials === null ? fields : signFields(fields, body, credentials);
    const header = { code, language: OUR_LANGUAGE, version: OUR_VERSION, opaque, flag: 0, remark: null };
    const bytes = encodeCommand({ ...header, fields: signed, body });
    return new Promise((resolve, reject) => {
      const askedMs = performance.now();
      const timer = setTimeout(() => {
        line.waiting.delete(opaque);
        reject(
          new CallFailure(
            'timeout',
            told('no answer from {address} within {ms} ms', { address: this.address, ms: String(timeoutMs) }),
          ),
        );
        // The other side may be gone without a word.
        if (line.readMs < askedMs) this.#end(line, 'cut', told('nothing came for too long'));
      }, timeoutMs);
      line.waiting.set(opaque, { answered: resolve, failed: reject, timer });
      line.socket.write(bytes);
    });
  }

  close(): void {
    this.#isClosed = true;
    if (this.#open !== null) this.#end(this.#open, 'closed', told('the connection was closed'));
  }

  #nextOpaque(): number {
    this.#opaque = (this.#opaque + 1) % 0x7f_ff_ff_ff;
    return this.#opaque;
  }

  async #connected(): Promise<Line> {
    if (this.#isClosed)
      throw new CallFailure('closed', told('the connection to {address} was closed', { address: this.address }));
    if (this.#line !== null) return this.#line;
    if (performance.now() < this.#notBeforeMs)
      throw new CallFailure('unreachable', told('{problem}; tried again in a moment', { problem: this.#problem }));
    this.#line = this.#dial();
    return this.#line;
  }

  async #dial(): Promise<Line> {
    try {
      const opened = await openSocket(this.address, this.access.tls, this.limits.connectMs);
      const { socket } = opened;
      const line: Line = { ...opened, reader: new FrameReader(this.limits.frameBytes), waiting: new Map(), readMs: 0 };
      socket.on('data', (chunk: Buffer) => this.#read(line, chunk));
      socket.on('error', (error) => this.#end(line, 'cut', error.message));
      socket.on('close', () => this.#end(line, 'cut', told('the other side closed the connection')));
      this.#failures = 0;
      this.#open = line;
      if (this.#isClosed) this.#end(line, 'closed', told('the connection was closed'));
      return line;
    } catch (error) {
      this.#line = null;
      const { first, most } = this.limits.backOffMs;
      this.#notBeforeMs = performance.now() + Math.min(most, first * 2 ** this.#failures);
      this.#failures = Math.min(this.#failures + 1, 16);
      const why = error instanceof Error ? error.message : String(error);
      this.#problem = told('no connection to {address}: {why}', { address: this.address, why });
      throw new CallFailure('unreachable', this.#problem, error);
    }
  }

  #read(line: Line, chunk: Buffer): void {
    line.readMs = performance.now();
    try {
      for (const frame of line.reader.push(chunk)) {
        const answer = decodeCommand(frame);
        // What a broker asks of its clients is none of ours.
        if ((answer.flag & FLAG.response) === 0) continue;
        const call = line.waiting.get(answer.opaque);
        if (call === undefined) continue;
        line.waiting.delete(answer.opaque);
        clearTimeout(call.timer);
        call.answered(answer);
      }
    } catch (error) {
      this.#end(line, 'protocol', error instanceof Error ? error.message : String(error));
    }
  }

  #end(line: Line, kind: CallFailureKind, why: Reason): void {
    if (this.#open === line) {
      this.#open = null;
      this.#line = null;
    }
    const waiting = [...line.waiting.values()];
    line.waiting.clear();
    // What failed here must not be carried out later.
    if (kind === 'closed' && waiting.length === 0) line.socket.destroy();
    else line.reset();
    for (const { failed, timer } of waiting) {
      clearTimeout(timer);
      failed(new CallFailure(kind, told('{address}: {why}', { address: this.address, why })));
    }
  }
}
