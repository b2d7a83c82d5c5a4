import type { RequestHeaders } from '../http2/request-headers';
import type { Stream, StreamReceiver } from '../http2/stream';
import { type Deadlines, timeoutMsOf } from './deadlines';
import { MessageReader, type MessageSink } from './message-reader';
import { failureBlock, GRPC, type GrpcStatus, OK_TRAILERS, RESPONSE_HEADERS } from './status';
import type { UploadBudget } from './upload-budget';

/** One RPC: how its messages look on the wire, and what it does. */
export interface Method<Request, Response> {
  /** Whether the client sends one message or many. */
  readonly requests: 'one' | 'many';
  /** @throws when the bytes are not such a message */
  readonly decode: (bytes: Buffer) => Request;
  /** With the prefix of a gRPC message. The bytes are good until the next message is encoded. */
  readonly encode: (response: Response) => Buffer;
  /**
   * Called with the request when all of it has come; of many messages before the first one, without a request.
   * Settles when the work is done, also when its client has given the call up.
   */
  readonly serve: (call: Call<Request, Response>, request: Request | null) => Promise<void>;
}

/** What all calls of a server share. */
export interface CallHost {
  readonly deadlines: Deadlines;
  readonly uploads: UploadBudget;
  readonly maxRequestBytes: number;
  /** Work that goes on, also for a client that has given its call up. */
  working(change: 1 | -1): void;
  /** A mistake of ours. */
  failed(path: string, error: unknown, call: Pick<Call, 'headers' | 'peer'>): void;
}

interface Listener<Request> {
  readonly message: (message: Request) => void;
  readonly end: () => void;
}

const OURS: GrpcStatus = { code: GRPC.INTERNAL, details: 'The server failed to answer' };

/** One RPC of a client: its headers, its messages, and the way back. What is said after its end is dropped. */
export class Call<Request = unknown, Response = unknown> implements StreamReceiver {
  readonly headers: RequestHeaders;
  /** The address and port of the client. */
  readonly peer: string;
  /** On the monotonic clock; null: it has none. */
  readonly deadlineMs: number | null;
  /** The client has given it up, or its time is over: the answer has no receiver. */
  cancelled = false;
  readonly #stream: Stream;
  readonly #host: CallHost;
  readonly #method: Method<Request, Response>;
  readonly #reader: MessageReader;
  #request: Request | null = null;
  #listener: Listener<Request> | null = null;
  #hasAnswered = false;
  #isOver = false;
  #onCancelled: (() => void)[] = [];

  /** @throws RangeError when its deadline is no time */
  constructor(
    stream: Stream,
    headers: RequestHeaders,
    method: Method<Request, Response>,
    host: CallHost & { readonly peer: string },
  ) {
    this.headers = headers;
    this.peer = host.peer;
    this.#stream = stream;
    this.#method = method;
    this.#host = host;
    const sink: MessageSink = {
      message: (bytes) => this.#message(bytes),
      end: () => this.#allCame(),
      fail: (status) => this.fail(status),
    };
    this.#reader = new MessageReader(sink, headers.get('grpc-encoding'), host.maxRequestBytes, host.uploads);
    const timeoutMs = timeoutMsOf(headers.get('grpc-timeout'));
    this.deadlineMs = timeoutMs === null ? null : performance.now() + timeoutMs;
    if (this.deadlineMs !== null) host.deadlines.add(this, this.deadlineMs);
  }

  /** Where the client believes it is connected to. */
  get authority(): string {
    return this.headers.authority === '' ? this.headers.get('host') : this.headers.authority;
  }

  /** Time until the deadline; null when it has none. */
  get remainingMs(): number | null {
    return this.deadlineMs === null ? null : this.deadlineMs - performance.now();
  }

  /** The request is read from now on. */
  begin(): void {
    if (this.#method.requests === 'many') this.#serve(null);
  }

  /** Of many requests: what comes, and that nothing more will. */
  listen(message: (message: Request) => void, end: () => void): void {
    this.#listener = { message, end };
  }

  /** @returns takes the listener back */
  whenCancelled(listener: () => void): () => void {
    this.#onCancelled.push(listener);
    return () => {
      this.#onCancelled = this.#onCancelled.filter((other) => other !== listener);
    };
  }

  write(response: Response): void {
    if (this.#isOver) return;
    this.#answer();
    this.#stream.data(this.#method.encode(response));
  }

  /** Whether all that was written has left for the client; false: it has given the call up before. */
  sent(): Promise<boolean> {
    return new Promise((resolve) => this.#stream.whenSent(resolve));
  }

  /** Ends the call, which has gone well. */
  end(): void {
    if (this.#isOver) return;
    this.#answer();
    this.#finish();
    this.#stream.end(OK_TRAILERS);
  }

  /** Ends the call with an error of gRPC itself. */
  fail(status: GrpcStatus): void {
    if (this.#isOver) return;
    this.#finish();
    this.#stream.end(failureBlock(status, !this.#hasAnswered));
  }

  /** What the client still sends is not read, and it gets no room for more. */
  ignoreRequest(): void {
    this.#stream.unwanted = true;
    this.#reader.stop();
  }

  /** Its deadline has come. */
  expire(): void {
    if (this.#isOver) return;
    this.fail({ code: GRPC.DEADLINE_EXCEEDED, details: 'Deadline exceeded' });
    this.#cancel();
  }

  onData(bytes: Buffer): void {
    this.#reader.push(bytes);
  }

  onEnd(): void {
    this.#reader.end();
  }

  onAbort(): void {
    this.#finish();
    this.#cancel();
  }

  #message(bytes: Buffer): void {
    let message: Request;
    try {
      message = this.#method.decode(bytes);
    } catch (error) {
      this.fail({ code: GRPC.INTERNAL, details: `Error deserializing request: ${String(error)}` });
      return;
    }
    if (this.#method.requests === 'many') this.#listener?.message(message);
    else if (this.#request === null) this.#request = message;
    else this.fail({ code: GRPC.INTERNAL, details: 'The request has more than one message' });
  }

  #allCame(): void {
    if (this.#isOver) return;
    if (this.#method.requests === 'many') this.#listener?.end();
    else if (this.#request === null) this.fail({ code: GRPC.INTERNAL, details: 'The request has no message' });
    else this.#serve(this.#request);
  }

  #serve(request: Request | null): void {
    this.#host.working(1);
    this.#method.serve(this, request).then(
      () => this.#host.working(-1),
      (error: unknown) => {
        this.#host.working(-1);
        this.#host.failed(this.headers.path, error, this);
        this.fail(OURS);
      },
    );
  }

  #answer(): void {
    if (!this.#hasAnswered) this.#stream.headers(RESPONSE_HEADERS);
    this.#hasAnswered = true;
  }

  #finish(): void {
    this.#isOver = true;
    this.#reader.stop();
    if (this.deadlineMs !== null) this.#host.deadlines.remove(this, this.deadlineMs);
  }

  #cancel(): void {
    if (this.cancelled) return;
    this.cancelled = true;
    const listeners = this.#onCancelled;
    this.#onCancelled = [];
    for (const listener of listeners) listener();
  }
}
