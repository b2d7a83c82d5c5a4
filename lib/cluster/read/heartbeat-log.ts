import type { StoredMessage } from '../wire/message';
import { DecodeError } from '../admin/decode';
import { type Heartbeat, type ReportedClient, readHeartbeat } from './heartbeat';

/** Clients beat every ten seconds; one that was silent for so long is gone. */
export const SILENCE_MS = 60_000;

export interface LiveClient extends Heartbeat {
  /** By the broker's clock, the newest at any broker. */
  readonly seenMs: number;
  /** The newest that was sent: heartbeats without it do not take it back. */
  readonly reported: ReportedClient | null;
}

/** Clients by group, from the heartbeats of all brokers in any order. */
export class HeartbeatLog {
  readonly #clients = new Map<string, LiveClient>();
  /** Bodies that could not be read, so that a new form is noticed. */
  unreadable = 0;

  /** @param skewMs how far the broker's clock is ahead of ours */
  add(message: Pick<StoredMessage, 'body' | 'storeTimestamp'>, skewMs: number): void {
    const beat = this.#read(message.body);
    if (beat === null) return;
    const key = `${beat.group}\n${beat.clientId}`;
    const seenMs = message.storeTimestamp - skewMs;
    const before = this.#clients.get(key);
    if (before !== undefined && before.seenMs > seenMs) {
      if (before.reported === null && beat.reported !== null)
        this.#clients.set(key, { ...before, reported: beat.reported });
      return;
    }
    this.#clients.set(key, { ...beat, seenMs, reported: beat.reported ?? before?.reported ?? null });
  }

  /** Drops who is gone, and returns the others. */
  live(nowMs: number): readonly LiveClient[] {
    for (const [key, { seenMs }] of this.#clients) if (nowMs - seenMs > SILENCE_MS) this.#clients.delete(key);
    return [...this.#clients.values()].filter(({ isGone }) => !isGone);
  }

  #read(body: Buffer): Heartbeat | null {
    try {
      return readHeartbeat(body);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.unreadable += 1;
      return null;
    }
  }
}
