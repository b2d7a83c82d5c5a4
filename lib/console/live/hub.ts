import 'server-only';
import type { LiveChange } from '../../model/live-change';

interface ChangeSource {
  subscribe(listener: (change: LiveChange) => void): () => void;
}

/** One subscription to the broker for all tabs of this process; it ends with the last tab. */
export class LiveHub {
  readonly #listeners = new Set<(change: LiveChange) => void>();
  #leave: (() => void) | undefined;

  constructor(private readonly source: ChangeSource) {}

  join(listener: (change: LiveChange) => void): () => void {
    this.#listeners.add(listener);
    this.#leave ??= this.source.subscribe((change) => {
      for (const each of this.#listeners) each(change);
    });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#leave?.();
      this.#leave = undefined;
    };
  }

  get size(): number {
    return this.#listeners.size;
  }
}

const hubs = new WeakMap<ChangeSource, LiveHub>();

export function hubOf(source: ChangeSource): LiveHub {
  const known = hubs.get(source);
  if (known !== undefined) return known;
  const hub = new LiveHub(source);
  hubs.set(source, hub);
  return hub;
}
