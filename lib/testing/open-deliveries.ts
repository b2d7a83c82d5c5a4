/** Little more than a lease: what is renewed, or received again, may run into it. */
export const CONSUMPTION_TIMEOUT_MS = 65_000;
export const LEASE_MS = 60_000;

/** A delivery in a client's hands, not decided. */
interface Open {
  readonly attemptId: string;
  /** When it was handed out; again, when its receive was repeated. */
  readonly handedAt: number;
  readonly leaseEndsAt: number;
  /** A push consumer's: the broker renews it, and the consumption timeout holds. */
  readonly renewed: boolean;
  readonly gone: boolean;
}

/** What clients hold, and how long they may rely on it, seen from outside; by message. */
export class OpenDeliveries {
  readonly #all = new Map<string, Open>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(id: string): Open | undefined {
    return this.#all.get(id);
  }

  delete(id: string): void {
    this.#all.delete(id);
  }

  hand(id: string, to: Pick<Open, 'attemptId' | 'renewed'>, invisibleMs: number): void {
    const { attemptId, renewed } = to;
    const now = this.#now();
    this.#all.set(id, { attemptId, renewed, handedAt: now, leaseEndsAt: now + invisibleMs, gone: false });
  }

  /** Its client may rely on it: no other one gets the message. */
  isHeld(id: string): boolean {
    const open = this.#all.get(id);
    if (open === undefined) return false;
    const { leaseEndsAt, handedAt, renewed } = open;
    return leaseEndsAt > this.#now() && (!renewed || handedAt + CONSUMPTION_TIMEOUT_MS > this.#now());
  }

  heldBy(attemptId: string): string[] {
    return [...this.#all].filter(([id, open]) => open.attemptId === attemptId && this.isHeld(id)).map(([id]) => id);
  }

  /** Its client is gone. */
  leave(id: string): void {
    const open = this.#all.get(id);
    if (open === undefined) return;
    this.#all.set(id, { ...open, gone: true, leaseEndsAt: Math.min(open.leaseEndsAt, this.#now() + 1000) });
  }

  leaveAll(): void {
    for (const id of this.#all.keys()) this.leave(id);
  }

  renew(): void {
    const now = this.#now();
    for (const [id, open] of this.#all) {
      if (!open.renewed || open.gone || !this.isHeld(id) || open.leaseEndsAt > now + 30_000) continue;
      const leaseEndsAt = Math.min(now + LEASE_MS, open.handedAt + CONSUMPTION_TIMEOUT_MS + 10_000);
      this.#all.set(id, { ...open, leaseEndsAt });
    }
  }
}
