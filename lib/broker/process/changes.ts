import type { LiveChange } from '../../model/live-change';

const COALESCE_MS = 100;
/** With more distinct ids than this in one window, "everything of this kind changed" is cheaper. */
const MAX_IDS_PER_WINDOW = 200;

type Listener = (change: LiveChange) => void;

/** What changed, as ids, at most once per id and 100 ms. Live pages read again; no decision is made from this. */
export class Changes {
  readonly #listeners = new Set<Listener>();
  readonly #pending = new Map<string, LiveChange>();
  #timer: NodeJS.Timeout | null = null;
  #relay: ((changes: readonly LiveChange[]) => void) | null = null;

  emit(change: LiveChange): void {
    if (this.#pending.size >= MAX_IDS_PER_WINDOW) {
      this.#pending.set(change.kind, { kind: change.kind });
    } else {
      this.#pending.set(
        `${change.kind} ${change.group ?? ''} ${change.messageId ?? ''} ${change.redriveId ?? ''}`,
        change,
      );
    }
    this.#timer ??= setTimeout(() => this.#flush(), COALESCE_MS).unref();
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Delivers changes that another process reported. */
  deliver(changes: readonly LiveChange[]): void {
    for (const change of changes) for (const listener of this.#listeners) listener(change);
  }

  relayTo(relay: (changes: readonly LiveChange[]) => void): void {
    this.#relay = relay;
  }

  #flush(): void {
    this.#timer = null;
    const changes = [...this.#pending.values()];
    this.#pending.clear();
    this.deliver(changes);
    this.#relay?.(changes);
  }
}
