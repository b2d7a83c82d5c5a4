import { type Cluster, type ClusterGroup, listGroups } from '../../../cluster';
import type { SubscriptionDifference } from '../../../model/group/subscription';
import { differencesIn } from '../clusters/client-subscriptions';
import { isPaused } from '../groups/paused';
import type { GroupSampler } from '../clusters/group-sampler';
import { stillNow, type StillNow } from '../clusters/still-queues';
import { addFlows, flowBetween, type GroupFlow, NO_FLOW, type Offsets } from './group-flow';
import { levelsOf, NO_LEVELS, type ReadLevels } from './group-levels';

/** Every group is read so often, where brokers answer fast enough. */
const ROUND_MS = 30_000;
/** A reading is of now for so long, or for two rounds where these take longer; not for longer than the second. */
const FRESH_MS = { least: 60_000, most: 900_000 } as const;

interface Known {
  readonly levels: ReadLevels;
  readonly offsets: Offsets;
  /** Not in a sample yet. */
  readonly flow: GroupFlow;
  readonly differing: readonly SubscriptionDifference[];
  readonly still: StillNow | null;
  readonly readMs: number;
}

/** What is known of a group now. */
interface Taken {
  readonly levels: ReadLevels;
  readonly flow: GroupFlow;
  /** Topics that its clients subscribe to differently. */
  readonly differing: readonly SubscriptionDifference[];
  /** Null: not known. */
  readonly still: StillNow | null;
}

/** The numbers of all groups of a cluster, read one after another behind all else, at the pace of its brokers. */
export class GroupRound {
  readonly #cluster: Cluster;
  readonly #groups: GroupSampler;
  readonly #known = new Map<string, Known>();
  #startedMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | null = null;
  /** How long the last whole round took; null: none is over. */
  tookMs: number | null = null;

  constructor(cluster: Cluster, groups: GroupSampler) {
    this.#cluster = cluster;
    this.#groups = groups;
  }

  /** Begins a round when one is due and none is under way. @param goesOn asked before each group */
  startWhenDue(goesOn: () => Promise<boolean>, failed: (error: unknown) => void): void {
    if (this.#running !== null || performance.now() - this.#startedMs < ROUND_MS) return;
    this.#running = this.read(goesOn)
      .catch(failed)
      .finally(() => {
        this.#running = null;
      });
  }

  /** One round. @throws BrokerError no broker has its groups to tell */
  async read(goesOn: () => Promise<boolean>): Promise<void> {
    this.#startedMs = performance.now();
    const { groups } = await listGroups(this.#cluster);
    const names = new Set(groups.map(({ name }) => name));
    for (const name of this.#known.keys()) if (!names.has(name)) this.#known.delete(name);
    for (const group of groups) {
      if (!(await goesOn())) return;
      await this.#readOne(group);
    }
    this.tookMs = performance.now() - this.#startedMs;
  }

  /** What is known of a group now, and what it took since this was last asked. */
  take(group: string): Taken {
    const known = this.#known.get(group);
    if (known === undefined) return { levels: NO_LEVELS, flow: NO_FLOW, differing: [], still: null };
    this.#known.set(group, { ...known, flow: NO_FLOW });
    const freshMs = Math.min(FRESH_MS.most, Math.max(FRESH_MS.least, 2 * (this.tookMs ?? 0)));
    const isFresh = performance.now() - known.readMs <= freshMs;
    return isFresh ? known : { levels: NO_LEVELS, flow: known.flow, differing: [], still: null };
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  async #readOne(group: ClusterGroup): Promise<void> {
    try {
      const sample = await this.#groups.read(group, 'background');
      const before = this.#known.get(group.name);
      const { flow, offsets } = flowBetween(before?.offsets ?? new Map<string, number>(), sample.lag);
      this.#known.set(group.name, {
        ...{ levels: levelsOf(sample), offsets, readMs: performance.now() },
        differing: differencesIn(sample.subscribed),
        still: stillNow(sample, isPaused(group)),
        flow: addFlows(before?.flow ?? NO_FLOW, flow),
      });
    } catch {
      // What was read before grows old: its numbers are unknown soon. Why, the brokers' own state says.
    }
  }
}
