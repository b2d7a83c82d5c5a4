import {
  type Cluster,
  type ClusterGroup,
  type GroupClients,
  type GroupKind,
  type GroupLag,
  type Lane,
  kindOf,
  type OldestWaiting,
  readClients,
  readLag,
  readOldestWaiting,
} from '../../cluster';
import type { Reading } from '../../model/reading';

/** The numbers of one group, read together. */
export interface GroupSample {
  readonly lag: GroupLag;
  readonly oldest: Reading<OldestWaiting | null>;
  readonly clients: GroupClients;
  readonly kind: GroupKind;
}

/** What a reading of a group came to; a failure keeps the last numbers. */
export interface SampledGroup {
  readonly last: GroupSample | null;
  /** Why the newest try failed; null: it did not. */
  readonly problem: string | null;
}

/** Pauses between two groups, so that a list of any length costs a broker about 20 calls a second. */
const PACE_MS = 150;
/** A round begins again after this. */
const ROUND_MS = 10_000;
/** No page asked for so long: reading ends until one asks again. */
const UNSEEN_MS = 60_000;

/**
 * The numbers of all groups of a cluster, read one group after another while a page shows the list: one reader for
 * all viewers. A list of hundreds would take seconds of every broker if each viewer asked for all of them.
 */
export class GroupSampler {
  readonly #cluster: Cluster;
  readonly #samples = new Map<string, SampledGroup>();
  #groups: readonly ClusterGroup[] = [];
  #askedAtMs = 0;
  #stopped = false;
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** What is known of these groups now; reading goes on behind it. */
  look(groups: readonly ClusterGroup[]): (group: string) => SampledGroup | null {
    this.#groups = groups;
    this.#askedAtMs = performance.now();
    if (!this.#stopped) this.#running ??= this.#run();
    return (group) => this.#samples.get(group) ?? null;
  }

  /** One group now, for its own page, or behind all else. */
  async read(group: ClusterGroup, lane: Lane = 'page'): Promise<GroupSample> {
    const [lag, clients] = await Promise.all([
      readLag(this.#cluster, lane === 'page' ? group.name : group, lane),
      readClients(this.#cluster, group.name, lane),
    ]);
    const sample = {
      ...{ lag, clients, kind: kindOf(group, clients) },
      oldest: await readOldestWaiting(this.#cluster, lag, lane),
    };
    this.#samples.set(group.name, { last: sample, problem: null });
    return sample;
  }

  stop(): void {
    this.#stopped = true;
    this.#wake?.();
  }

  async #run(): Promise<void> {
    while (!this.#stopped && performance.now() - this.#askedAtMs < UNSEEN_MS) {
      const startedAtMs = performance.now();
      const groups = this.#groups;
      const names = new Set(groups.map(({ name }) => name));
      for (const name of this.#samples.keys()) if (!names.has(name)) this.#samples.delete(name);
      for (const group of groups) {
        if (this.#stopped) break;
        await this.#sample(group);
        await this.#sleep(PACE_MS);
      }
      await this.#sleep(ROUND_MS - (performance.now() - startedAtMs));
    }
    this.#running = null;
  }

  async #sample(group: ClusterGroup): Promise<void> {
    try {
      await this.read(group);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.#samples.set(group.name, { last: this.#samples.get(group.name)?.last ?? null, problem });
    }
  }

  #sleep(ms: number): Promise<void> {
    if (ms <= 0 || this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
