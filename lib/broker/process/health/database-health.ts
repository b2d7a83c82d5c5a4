import { type DatabaseTrouble, troubleOf, type TroubleKind } from '../../../store/database-trouble';

/** Longer than a pass of the probe: while sends are let through and fail again, it stays named without a gap. */
const SETTLED_MS = 1500;

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

  /** A probe that began then met no trouble: what was seen well before it is over. It cannot see a lost session. */
  disprove(startedAtMs: number): void {
    for (const [kind, { atMs }] of this.#seen)
      if (kind !== 'no-sessions' && atMs < startedAtMs - SETTLED_MS) this.#seen.delete(kind);
  }

  clear(kind: TroubleKind): void {
    this.#seen.delete(kind);
  }
}
