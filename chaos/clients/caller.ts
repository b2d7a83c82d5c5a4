import { RawClient } from '../../e2e/protocol/support/raw-client';

const CALL_LIMIT_MS = 8_000;

/** One client of several nodes: after a call without an answer it takes the next node, on a new connection. */
export class Caller {
  readonly #ports: readonly number[];
  #turn: number;
  #client: RawClient | undefined;

  constructor(ports: readonly number[], turn: number) {
    this.#ports = ports;
    this.#turn = turn;
  }

  /** @throws whatever happened to the call */
  async call<Answer>(ask: (client: RawClient, deadline: Date) => Promise<Answer>): Promise<Answer> {
    this.#client ??= new RawClient(this.#ports[this.#turn % this.#ports.length] ?? 0);
    const client = this.#client;
    try {
      return await ask(client, new Date(Date.now() + CALL_LIMIT_MS));
    } catch (error) {
      if (this.#client === client) {
        this.#client = undefined;
        this.#turn += 1;
        client.close();
      }
      throw error;
    }
  }

  close(): void {
    this.#client?.close();
  }
}
