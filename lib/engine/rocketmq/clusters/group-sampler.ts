import { type Reason, told } from '../../../model/language/t';
import {
  type Cluster,
  type ClusterGroup,
  type GroupClients,
  type GroupKind,
  type GroupLag,
  type HeldCount,
  type Lane,
  kindOf,
  type OldestWaiting,
  readClients,
  readLag,
  readOldestWaiting,
  withHeld,
} from '../../../cluster';
import { reasonOfError } from '../../../model/errors';
import { known, type ToldReading, unknown } from '../../../model/reading';
import { ClientSubscriptions, type Subscribed } from './client-subscriptions';
import type { MetricsReader, ReportedMarks } from './metrics-endpoints';
import { type StillQueue, StillQueues } from './still-queues';

/** The numbers of one group, read together. */
export interface GroupSample {
  readonly lag: GroupLag;
  readonly oldest: ToldReading<OldestWaiting | null>;
  readonly clients: GroupClients;
  readonly kind: GroupKind;
  readonly still: readonly StillQueue[];
  /** What each client subscribes to itself, as far as it is known. */
  readonly subscribed: readonly Subscribed[];
}

/** What a reading of a group came to; a failure keeps the last numbers. */
export interface SampledGroup {
  readonly last: GroupSample | null;
  /** Why the newest try failed; null: it did not. */
  readonly problem: Reason | null;
}

/** A round begins again after this. */
const ROUND_MS = 10_000;
/** The page that asks first is answered before its groups are read. */
const FIRST_MS = 200;
/** No page asked for so long: reading ends until one asks again. */
const UNSEEN_MS = 60_000;

/**
 * The numbers of all groups of a cluster, read one group after another while a page shows the list: one reader for
 * all viewers. A list of hundreds would take seconds of every broker if each viewer asked for all of them.
 */
export class GroupSampler {
  readonly #cluster: Cluster;
  readonly #metrics: MetricsReader;
  readonly #samples = new Map<string, SampledGroup & { readonly readMs: number }>();
  readonly #still = new StillQueues();
  readonly subscriptions: ClientSubscriptions;
  #groups: readonly ClusterGroup[] = [];
  #askedAtMs = 0;
  #stopped = false;
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;

  constructor(cluster: Cluster, metrics: MetricsReader) {
    this.#cluster = cluster;
    this.#metrics = metrics;
    this.subscriptions = new ClientSubscriptions(cluster);
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
    // Hundreds in turn wait for no address of metrics.
    const patienceMs = lane === 'page' ? undefined : 0;
    const [lag, clients] = await Promise.all([
      readLag(this.#cluster, lane === 'page' ? group.name : group, lane),
      readClients(this.#cluster, group.name, lane),
    ]);
    const kind = kindOf(group, clients);
    const [held, oldest] = await Promise.all([
      this.#withHeld(lag, kind, patienceMs),
      readOldestWaiting(this.#cluster, lag, lane),
    ]);
    const subscribed = this.subscriptions.known(group.name, clients.clients);
    this.subscriptions.refresh(group.name, clients.clients);
    const sample = { lag: held, clients, kind, oldest, still: this.#still.note(lag), subscribed };
    this.#samples.set(group.name, { last: sample, problem: null, readMs: performance.now() });
    return sample;
  }

  /** Where addresses of metrics are set. */
  async #withHeld(lag: GroupLag, kind: GroupKind, patienceMs?: number): Promise<GroupLag> {
    const { brokers } = await this.#cluster.topology();
    const names = brokers.map(({ name }) => name);
    const reported = await this.#metrics.read(names, () => this.#cluster.asOf(), patienceMs);
    if (reported.size === 0) return lag;
    return withHeld(lag, kind, (broker) => heldIn(reported.get(broker), broker, lag.group));
  }

  stop(): void {
    this.#stopped = true;
    this.subscriptions.stop();
    this.#wake?.();
  }

  /** Behind all else, at the pace of the brokers. What the round of all groups has just read is not read again. */
  async #run(): Promise<void> {
    let tookMs = 0;
    await this.#sleep(FIRST_MS);
    while (!this.#stopped && performance.now() - this.#askedAtMs < UNSEEN_MS) {
      const startedAtMs = performance.now();
      const groups = this.#groups;
      const names = new Set(groups.map(({ name }) => name));
      for (const name of this.#samples.keys()) if (!names.has(name)) this.#samples.delete(name);
      this.#still.keep(names);
      for (const group of groups) {
        if (this.#stopped) break;
        const readMs = this.#samples.get(group.name)?.readMs ?? Number.NEGATIVE_INFINITY;
        if (performance.now() - readMs >= Math.max(ROUND_MS, tookMs)) await this.#sample(group);
      }
      tookMs = performance.now() - startedAtMs;
      await this.#sleep(ROUND_MS - (performance.now() - startedAtMs));
    }
    this.#running = null;
  }

  async #sample(group: ClusterGroup): Promise<void> {
    try {
      await this.read(group, 'background');
    } catch (error) {
      const problem = reasonOfError(error);
      const last = this.#samples.get(group.name)?.last ?? null;
      this.#samples.set(group.name, { last, problem, readMs: performance.now() });
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

function heldIn(reported: ReportedMarks | undefined, broker: string, group: string): ToldReading<readonly HeldCount[]> {
  if (reported === undefined) return unknown(told('no metrics address of {broker} is set', { broker }));
  const { problem, held, asOf } = reported;
  if (problem !== null)
    return unknown(told('the metrics of {broker} could not be read: {problem}', { broker, problem }));
  const counts = held.get(group);
  return counts === undefined
    ? unknown(told('{broker} reports nothing for the group: no client received from it lately', { broker }))
    : known(counts, asOf);
}
