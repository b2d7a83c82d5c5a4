import type { Call } from './call';

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
