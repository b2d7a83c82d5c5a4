import { t } from '@/lib/model/language/t';
import type { LiveChange } from '@/lib/model/live-change';

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
  /** Something on the page could not be read the last time: it keeps older values. */
  readonly failing: boolean;
  /** The page that opens as soon as the server answers; null: none was asked for. */
  readonly opening: string | null;
}

type HintListener = (changes: readonly LiveChange[] | null) => void;

const AT_FIRST: LiveSnapshot = {
  ...{ connection: 'connecting', held: null, pausedByHand: false },
  ...{ asOf: null, waiting: 0, failing: false, opening: null },
};

export class LiveState {
  #listeners = new Set<() => void>();
  #hintListeners = new Set<HintListener>();
  #brakes = new Map<symbol, string>();
  #failing = new Set<string>();
  #snapshot = AT_FIRST;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): LiveSnapshot => this.#snapshot;

  /** Hints as they come, also while the page is held; null: some may have been missed. */
  readonly onHints = (listener: HintListener): (() => void) => {
    this.#hintListeners.add(listener);
    return () => this.#hintListeners.delete(listener);
  };

  hint(changes: readonly LiveChange[] | null): void {
    for (const listener of this.#hintListeners) listener(changes);
  }

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

  /** @param read names the read: one that works again no longer counts, the others do */
  noteRead(read: string, failed: boolean): void {
    if (this.#failing.has(read) === failed) return;
    if (failed) this.#failing.add(read);
    else this.#failing.delete(read);
    this.#refresh({ failing: this.#failing.size > 0 });
  }

  setOpening(opening: string | null): void {
    if (opening !== this.#snapshot.opening) this.#refresh({ opening });
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
    const held = [...this.#brakes.values()].at(-1) ?? (next.pausedByHand ? t('Paused') : null);
    this.#snapshot = { ...next, held, waiting: held === null ? 0 : next.waiting };
    for (const listener of this.#listeners) listener();
  }
}
