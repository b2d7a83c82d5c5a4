import { type AdminCall, ANSWER, Refusal } from '../admin/call';
import { requireKnownCall } from '../admin/registry';
import type { Command } from '../wire/command';
import type { Connection } from '../wire/connection';
import { CallFailure } from '../wire/failure';
import { CallCounts } from './call-counts';
import { type Lane, Pace } from './pace';

const TIMEOUT_MS = 5_000;
/** After a call without an answer, background calls fail at once for so long. */
const SILENT_MS = 10_000;
const NO_BODY = Buffer.alloc(0);

/** A broker or a name server that is asked: one connection, its pace, and what was asked of it lately. */
export class Peer {
  readonly counts = new CallCounts();
  readonly #pace = new Pace();
  #silence: { readonly atMs: number; readonly failure: CallFailure } | null = null;

  constructor(readonly connection: Connection) {}

  /** @throws CallFailure, Refusal, DecodeError */
  async ask<Input, Output>(call: AdminCall<Input, Output>, input: Input, lane: Lane = 'page'): Promise<Output> {
    const { fields, body = NO_BODY } = call.ask(input);
    requireKnownCall(call, body);
    const { code, kind, isHeavy = false, timeoutMs = TIMEOUT_MS } = call;
    const answer = await this.#pace.run({ lane, kind, isHeavy }, isBusy, async () => {
      this.#requireAnswering(lane);
      const ask = () => this.connection.ask({ code, fields, body, timeoutMs });
      const given = await this.#noteSilence(isHeavy, () => this.#askAgain(call, ask));
      const refused = given.code !== ANSWER.ok && call.accepts?.includes(given.code) !== true;
      const refusal = refused ? new Refusal(given.code, given.remark, call.name) : null;
      this.counts.add(refusal?.isBusy === true);
      if (refusal !== null) throw refusal;
      return given;
    });
    return call.read(answer, input);
  }

  /** Thousands of background calls, each waiting for its time limit, would keep the other brokers waiting. */
  #requireAnswering(lane: Lane): void {
    if (lane === 'page' || this.#silence === null) return;
    if (performance.now() - this.#silence.atMs < SILENT_MS) throw this.#silence.failure;
    this.#silence = null;
  }

  /** A heavy call may wait for a client, which says nothing about the broker. */
  async #noteSilence(isHeavy: boolean, ask: () => Promise<Command>): Promise<Command> {
    try {
      const given = await ask();
      this.#silence = null;
      return given;
    } catch (error) {
      if (!isHeavy && error instanceof CallFailure && error.kind === 'timeout')
        this.#silence = { atMs: performance.now(), failure: error };
      throw error;
    }
  }

  /** A connection that broke says nothing about the broker: a read is asked once more, a write never. */
  async #askAgain({ kind }: { readonly kind: 'read' | 'write' }, ask: () => Promise<Command>): Promise<Command> {
    try {
      return await ask();
    } catch (error) {
      if (kind === 'write' || !(error instanceof CallFailure) || error.kind !== 'cut') throw error;
      return ask();
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Refusal && error.isBusy;
}
