import type { Query, QueryClient } from '@tanstack/react-query';
import { concerns, type LiveChange, type LiveInterest } from '@/lib/model/live-change';

/** At most four refetches per second and query: a storm of hints must not become a storm of reads. */
const FLUSH_MS = 250;
/** A page is rendered by the server and shown within this time: a hint in between is of no query yet. */
const RECENT_MS = 5_000;

/**
 * Turns hints into refetches. A hint that lands while its query is in flight stays marked and is served after it:
 * dropping it would show the old state, cancelling would starve under a steady stream.
 */
export class LiveRefetch {
  #dirty = new Set<string>();
  #recent: { readonly change: LiveChange; readonly atMs: number }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: QueryClient,
    private readonly isHeld: () => boolean,
  ) {}

  mark(changes: readonly LiveChange[]): void {
    const atMs = performance.now();
    this.#recent = [...this.#recentAt(atMs), ...changes.map((change) => ({ change, atMs }))];
    for (const query of this.#liveQueries()) {
      const interest = interestOf(query);
      if (interest !== null && changes.some((change) => concerns(interest, change))) this.#dirty.add(query.queryHash);
    }
    this.#schedule();
  }

  /** A query that was just added may hold what the server read before a hint of a moment ago. */
  add(query: Query): void {
    // without data it is being read now
    if (query.state.data === undefined) return;
    const interest = interestOf(query);
    const recent = this.#recentAt(performance.now());
    if (interest === null || !recent.some(({ change }) => concerns(interest, change))) return;
    this.#dirty.add(query.queryHash);
    this.#schedule();
  }

  markAll(): void {
    for (const query of this.#liveQueries()) this.#dirty.add(query.queryHash);
    this.#schedule();
  }

  /** Called when the brake is released. */
  release(): void {
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #recentAt(nowMs: number) {
    return this.#recent.filter(({ atMs }) => nowMs - atMs < RECENT_MS);
  }

  #liveQueries(): Query[] {
    return this.client
      .getQueryCache()
      .getAll()
      .filter((query) => interestOf(query) !== null);
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#dirty.size === 0 || this.isHeld()) return;
    this.#timer = setTimeout(() => this.#flush(), FLUSH_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.isHeld()) return;
    const cache = this.client.getQueryCache();
    for (const hash of this.#dirty) {
      const query = cache.get(hash);
      if (query?.state.fetchStatus === 'fetching') continue;
      this.#dirty.delete(hash);
      if (query === undefined) continue;
      void this.client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
    }
    this.#schedule();
  }
}

function interestOf(query: Query): LiveInterest | null {
  const live = query.meta?.['live'];
  return isInterest(live) ? live : null;
}

function isInterest(value: unknown): value is LiveInterest {
  return typeof value === 'object' && value !== null && 'kinds' in value && Array.isArray(value.kinds);
}
