import { type DatabaseTrouble, troubleOf, type TroubleKind } from '../../../store/database-trouble';

/** Longer than a pass of the probe: while sends are let through and fail again, it stays named without a gap. */
const SETTLED_MS = 1000;
/** A statement on a connection that is there cannot show that these are over. */
const OF_CONNECTIONS: ReadonlySet<TroubleKind> = new Set(['no-sessions', 'too-many-connections']);

/** The troubles that statements of this process met and no probe has cleared since. */
export class DatabaseHealth {
  readonly #nowMs: () => number;
  readonly #seen = new Map<TroubleKind, DatabaseTrouble & { readonly atMs: number }>();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Accepts any error. @returns the trouble it shows; null: none */
  note(error: unknown): DatabaseTrouble | null {
    const trouble = troubleOf(error);
    if (trouble !== null) this.#seen.set(trouble.kind, { ...trouble, atMs: this.#nowMs() });
    return trouble;
  }

  current(): DatabaseTrouble[] {
    return [...this.#seen.values()];
  }

  has(kind: TroubleKind): boolean {
    return this.#seen.has(kind);
  }

  /** How long ago it was met last, milliseconds; null: it is not among the troubles. */
  ageMs(kind: TroubleKind): number | null {
    const seen = this.#seen.get(kind);
    return seen === undefined ? null : this.#nowMs() - seen.atMs;
  }

  /** A probe that began then met no trouble: what was seen well before it is over, but for those of connections. */
  disprove(startedAtMs: number): void {
    for (const [kind, { atMs }] of this.#seen)
      if (!OF_CONNECTIONS.has(kind) && atMs < startedAtMs - SETTLED_MS) this.#seen.delete(kind);
  }

  clear(kind: TroubleKind): void {
    this.#seen.delete(kind);
  }
}
