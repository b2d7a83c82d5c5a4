import type { Random } from '../lib/testing/random';

/** How long a delivery is its receiver's alone, from the start of its receive: the least that the wire allows. */
export const INVISIBLE_MS = 10_000;

interface Sent {
  readonly key: string | null;
  readonly sequence: number;
  /** The broker has said that it has it. */
  acknowledged: boolean;
}

interface Held {
  readonly attemptId: string;
  readonly untilMs: number;
}

export interface Violation {
  readonly kind: 'double lease' | 'out of order' | 'came back after its ack' | 'never sent';
  readonly messageId: string;
  readonly detail: string;
}

/**
 * What clients saw, kept in this process and nowhere near the database. A call without an answer may have counted or
 * not: both are legal, and nothing is concluded from it.
 */
export class History {
  readonly violations: Violation[] = [];
  readonly #sent = new Map<string, Sent>();
  readonly #held = new Map<string, Held>();
  /** The ack was answered with OK. */
  readonly #done = new Set<string>();
  /** An ack was on its way; it may have counted. */
  readonly #maybeDone = new Set<string>();
  /** By key: the messages in the order of their sends. */
  readonly #byKey = new Map<string, string[]>();
  /** When the time of deliveries is over is not known for receives before this. */
  #untimedBeforeMs = Number.NEGATIVE_INFINITY;
  /** By key: all before this position are settled. */
  readonly #settledUpTo = new Map<string, number>();
  deliveries = 0;
  redeliveries = 0;
  readonly #delivered = new Set<string>();

  /** Before the call goes out: from now on the broker may have it. */
  sending(messageId: string, key: string | null): void {
    const ofKey = key === null ? [] : (this.#byKey.get(key) ?? []);
    if (key !== null) this.#byKey.set(key, ofKey);
    this.#sent.set(messageId, { key, sequence: ofKey.length, acknowledged: false });
    ofKey.push(messageId);
  }

  acknowledged(messageId: string): void {
    const sent = this.#sent.get(messageId);
    if (sent !== undefined) sent.acknowledged = true;
  }

  /** @param askedAtMs when the receive that brought it was sent */
  delivered(messageId: string, attemptId: string, askedAtMs: number): void {
    this.deliveries += 1;
    if (this.#delivered.has(messageId)) this.redeliveries += 1;
    this.#delivered.add(messageId);
    const sent = this.#sent.get(messageId);
    if (sent === undefined) return this.#note('never sent', messageId, 'no sender knows it');
    if (this.#done.has(messageId))
      this.#note('came back after its ack', messageId, 'an ack of it was answered with OK');
    const held = this.#held.get(messageId);
    const leftMs = held === undefined ? 0 : held.untilMs - performance.now();
    if (held !== undefined && held.attemptId !== attemptId && leftMs > 0)
      this.#note('double lease', messageId, `another receiver holds it for ${Math.round(leftMs)} ms`);
    const untilMs = askedAtMs < this.#untimedBeforeMs ? 0 : askedAtMs + INVISIBLE_MS;
    this.#held.set(messageId, { attemptId, untilMs });
    if (sent.key !== null) this.#checkOrder(messageId, sent, attemptId);
  }

  /** The clock that leases go by has jumped: what is held may be over at once. */
  clockJumped(): void {
    this.#untimedBeforeMs = performance.now();
    for (const [messageId, held] of this.#held) this.#held.set(messageId, { ...held, untilMs: 0 });
  }

  /** The holder gives it up: an ack, a failure or a longer wait is on its way. */
  letGo(messageId: string): void {
    this.#held.delete(messageId);
  }

  /** One that a client has, as far as clients say. */
  anyHeld(random: Random): string | null {
    const held = [...this.#held.keys()].filter((messageId) => !this.#maybeDone.has(messageId));
    return held[Math.floor(random.next() * held.length)] ?? null;
  }

  /** An operator is about to take it back, and with it what its client has of its key. */
  takingBack(messageId: string): void {
    const key = this.#sent.get(messageId)?.key ?? null;
    for (const each of key === null ? [messageId] : (this.#byKey.get(key) ?? [])) this.letGo(each);
  }

  acking(messageId: string): void {
    this.letGo(messageId);
    this.#maybeDone.add(messageId);
  }

  acked(messageId: string): void {
    this.#done.add(messageId);
  }

  get sentCount(): number {
    return this.#sent.size;
  }

  get acknowledgedCount(): number {
    let count = 0;
    for (const { acknowledged } of this.#sent.values()) if (acknowledged) count += 1;
    return count;
  }

  /** Sent, and no ack of it was ever on its way. */
  get untouchedCount(): number {
    return this.#sent.size - this.#maybeDone.size;
  }

  get doneCount(): number {
    return this.#done.size;
  }

  /** Acknowledged, and no consumer has finished it. */
  open(): string[] {
    return [...this.#sent]
      .filter(([messageId, { acknowledged }]) => acknowledged && !this.#done.has(messageId))
      .map(([messageId]) => messageId);
  }

  isMaybeDone(messageId: string): boolean {
    return this.#maybeDone.has(messageId);
  }

  /**
   * Every earlier message of the key, if the broker has it, was given back with an ack before this one came, or came
   * with it: one receive may bring several of a key.
   */
  #checkOrder(messageId: string, { key, sequence }: Sent, attemptId: string): void {
    if (key === null) return;
    const all = this.#byKey.get(key) ?? [];
    let settled = this.#settledUpTo.get(key) ?? 0;
    while (settled < sequence && this.#maybeDone.has(all[settled] ?? '')) settled += 1;
    this.#settledUpTo.set(key, settled);
    for (const earlier of all.slice(settled, sequence))
      if (!this.#maybeDone.has(earlier) && !this.#isHeldBy(earlier, attemptId))
        return this.#note('out of order', messageId, `${earlier} of the same key was not acked yet`);
  }

  #isHeldBy(messageId: string, attemptId: string): boolean {
    return this.#held.get(messageId)?.attemptId === attemptId;
  }

  #note(kind: Violation['kind'], messageId: string, detail: string): void {
    this.violations.push({ kind, messageId, detail });
  }
}
