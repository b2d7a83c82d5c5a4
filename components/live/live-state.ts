/** Why the page is held, and from when its figures are. One instance per tab; React reads snapshots. */
export type Connection = 'connecting' | 'open' | 'down' | 'unreachable';

export interface LiveSnapshot {
  /** Down: no stream, but reads are answered. Unreachable: nothing is. */
  readonly connection: Connection;
  /** Most telling reason the page is held, or null when it moves. */
  readonly held: string | null;
  readonly pausedByHand: boolean;
  readonly asOf: string | null;
  /** Changes that arrived while held. */
  readonly waiting: number;
}

export class LiveState {
  #listeners = new Set<() => void>();
  #brakes = new Map<symbol, string>();
  #snapshot: LiveSnapshot = { connection: 'connecting', held: null, pausedByHand: false, asOf: null, waiting: 0 };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): LiveSnapshot => this.#snapshot;

  get isHeld(): boolean {
    return this.#snapshot.held !== null;
  }

  hold(reason: string): () => void {
    const key = Symbol(reason);
    this.#brakes.set(key, reason);
    this.#refresh({});
    return () => {
      this.#brakes.delete(key);
      this.#refresh({});
    };
  }

  setPausedByHand(pausedByHand: boolean): void {
    this.#refresh({ pausedByHand });
  }

  setConnection(connection: Connection): void {
    if (connection !== this.#snapshot.connection) this.#refresh({ connection });
  }

  /** The stream is gone; whether the server is gone as well is for a read to find out. */
  setBroken(): void {
    if (this.#snapshot.connection !== 'unreachable') this.setConnection('down');
  }

  setReachable(reachable: boolean): void {
    if (!reachable) this.setConnection('unreachable');
    else if (this.#snapshot.connection === 'unreachable') this.setConnection('down');
  }

  setAsOf(asOf: string): void {
    if (this.#snapshot.asOf === null || asOf > this.#snapshot.asOf) this.#refresh({ asOf });
  }

  addWaiting(count: number): void {
    this.#refresh({ waiting: this.#snapshot.waiting + count });
  }

  #refresh(change: Partial<LiveSnapshot>): void {
    const next = { ...this.#snapshot, ...change };
    // the newest brake is the one the operator just caused
    const held = [...this.#brakes.values()].at(-1) ?? (next.pausedByHand ? 'Paused' : null);
    this.#snapshot = { ...next, held, waiting: held === null ? 0 : next.waiting };
    for (const listener of this.#listeners) listener();
  }
}
