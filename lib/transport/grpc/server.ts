import type { Duplex } from 'node:stream';

import { Connection, type ConnectionLimits } from '../http2/connection';
import type { RequestHeaders } from '../http2/request-headers';
import type { Stream, StreamReceiver } from '../http2/stream';
import { Call, type CallHost, type Method } from './call';
import { Deadlines } from './deadlines';
import { failureBlock, GRPC, type GrpcStatus, NOT_GRPC, NOT_POST, notImplemented } from './status';
import { UploadBudget } from './upload-budget';

export type AnyMethod = Method<object, object>;
export type AnyCall = Call<object, object>;

export interface GrpcLimits extends ConnectionLimits {
  readonly maxRequestBytes: number;
  /** Of requests of which a part has come, all together. */
  readonly maxUploadBytes: number;
  /** How often connections are checked. */
  readonly tendMs: number;
}

export interface GrpcParts {
  readonly limits: GrpcLimits;
  /** By path. */
  readonly methods: ReadonlyMap<string, AnyMethod>;
  /** By the headers alone: the answer of a call whose request is not to be read; null: it is. */
  readonly refuse: (call: AnyCall) => Promise<object> | null;
  readonly failed: (path: string, error: unknown, call?: Pick<AnyCall, 'headers' | 'peer'>) => void;
}

/** What a stream is whose answer was given before its request came. */
const ANSWERED: StreamReceiver = { onData: () => undefined, onEnd: () => undefined, onAbort: () => undefined };

/** gRPC over connections that others accept. */
export class GrpcServer {
  readonly #parts: GrpcParts;
  readonly #connections = new Set<Connection>();
  readonly #deadlines = new Deadlines();
  readonly #uploads: UploadBudget;
  readonly #tending: NodeJS.Timeout;
  #whenEmpty: (() => void) | null = null;

  constructor(parts: GrpcParts) {
    this.#parts = parts;
    this.#uploads = new UploadBudget(parts.limits.maxUploadBytes);
    this.#tending = setInterval(() => this.#tend(), parts.limits.tendMs).unref();
  }

  /** @param first what was read from the socket already @param peer address and port */
  serve(socket: Duplex, peer: string, first?: Buffer): void {
    const { limits, failed } = this.#parts;
    let working = 0;
    const host: CallHost & { readonly peer: string } = {
      peer,
      deadlines: this.#deadlines,
      uploads: this.#uploads,
      maxRequestBytes: limits.maxRequestBytes,
      working: (change) => {
        working += change;
      },
      failed,
    };
    const connection = new Connection(socket, limits, {
      open: (stream, headers) => this.#open(stream, headers, host),
      get working() {
        return working;
      },
      failed: (error) => failed('connection', error),
      closed: () => {
        this.#connections.delete(connection);
        if (this.#connections.size === 0) this.#whenEmpty?.();
      },
    });
    this.#connections.add(connection);
    if (this.#whenEmpty !== null) connection.drain();
    if (first !== undefined) connection.read(first);
  }

  /** Lets open calls end, for so long. */
  async stop(graceMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => {
        for (const connection of this.#connections) connection.destroy();
        resolve();
      }, graceMs);
      this.#whenEmpty = () => {
        clearTimeout(late);
        resolve();
      };
      for (const connection of this.#connections) connection.drain();
      if (this.#connections.size === 0) this.#whenEmpty();
    });
    clearInterval(this.#tending);
  }

  #tend(): void {
    const nowMs = performance.now();
    for (const connection of this.#connections) connection.tend(nowMs);
  }

  #open(stream: Stream, headers: RequestHeaders, host: CallHost & { readonly peer: string }): StreamReceiver {
    if (headers.method !== 'POST') return answer(stream, NOT_POST);
    if (!headers.get('content-type').startsWith('application/grpc')) return answer(stream, NOT_GRPC);
    if (headers.tooLarge)
      return refuse(stream, { code: GRPC.RESOURCE_EXHAUSTED, details: 'The headers are too large' });
    const method = this.#parts.methods.get(headers.path);
    if (method === undefined) return refuse(stream, notImplemented(headers.path));
    let call: AnyCall;
    try {
      call = new Call(stream, headers, method, host);
    } catch (error) {
      return refuse(stream, { code: GRPC.INTERNAL, details: error instanceof Error ? error.message : String(error) });
    }
    const refusal = this.#parts.refuse(call);
    if (refusal === null) call.begin();
    else void turnAway(call, refusal);
    return call;
  }
}

async function turnAway(call: AnyCall, refusal: Promise<object>): Promise<void> {
  call.ignoreRequest();
  call.write(await refusal);
  call.end();
}

function refuse(stream: Stream, status: GrpcStatus): StreamReceiver {
  return answer(stream, failureBlock(status, true));
}

function answer(stream: Stream, block: Buffer): StreamReceiver {
  stream.unwanted = true;
  // The request may have come with its headers: then the client need not be asked for its end.
  queueMicrotask(() => stream.end(block));
  return ANSWERED;
}
