import { randomUUID } from 'node:crypto';

import { type BrokerContext, pruneAlarms } from '../../../broker';
import { clusterList } from '../../../store/queries/cluster/cluster-row';
import { clusterHistoryRollUp } from '../../../store/queries/cluster-sample/roll-up';
import { samplerLease, samplerRelease } from '../../../store/queries/cluster-sample/sampler-lease';
import { retryRolledBack } from '../../../store/sql-errors';
import type { ClusterDirectory, ClusterEngine } from '../clusters/directory';
import { ClusterSampler } from './sample-cluster';

/** Longer than anything that a step waits for. */
const LEASE_MS = 30_000;
const RENEW_MS = 5_000;
const ROLL_UP_MS = 30_000;
const PRUNE_MS = 600_000;

/** Samples all attached clusters. Every console has one; for each cluster one of them works at a time. */
export class ClusterSamplers {
  readonly #ctx: BrokerContext;
  readonly #clusters: ClusterDirectory;
  readonly #owner = randomUUID();
  readonly #samplers = new Map<number, { readonly engine: ClusterEngine; readonly sampler: ClusterSampler }>();
  readonly #running = new Map<number, Promise<void>>();
  readonly #renewed = new Map<number, number>();
  readonly #problems = new Map<number, string>();
  readonly #prunedMs = new Map<number, number>();
  #rolledMs = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(ctx: BrokerContext, clusters: ClusterDirectory) {
    this.#ctx = ctx;
    this.#clusters = clusters;
  }

  /** Starts a step of each cluster that is not in one. */
  async pass(): Promise<void> {
    const rows = await clusterList(this.#ctx.store.prisma);
    for (const { clusterId, name } of rows) {
      if (this.#stopped || this.#running.has(clusterId)) continue;
      const step = this.#step(clusterId, name)
        .then(
          () => void this.#problems.delete(clusterId),
          (error: unknown) => this.#note(clusterId, name, error),
        )
        .finally(() => this.#running.delete(clusterId));
      this.#running.set(clusterId, step);
    }
    if (rows.length === 0 || performance.now() - this.#rolledMs < ROLL_UP_MS) return;
    this.#rolledMs = performance.now();
    await retryRolledBack(() => clusterHistoryRollUp(this.#ctx.store.console, this.#ctx.clock.nowOrNull()));
  }

  /** The steps that are under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.settled();
    await Promise.all([...this.#samplers.values()].map(({ sampler }) => sampler.round.settled()));
    await samplerRelease(this.#ctx.store.console, this.#owner);
  }

  async #step(clusterId: number, name: string): Promise<void> {
    if (!(await this.#lease(clusterId))) return;
    const engine = await this.#clusters.find(name);
    const sampler = this.#samplerOf(engine);
    const goesOn = async () => !this.#stopped && (await this.#lease(clusterId));
    sampler.round.startWhenDue(goesOn, (error) => this.#note(clusterId, name, error));
    await sampler.step();
    if (performance.now() - (this.#prunedMs.get(clusterId) ?? Number.NEGATIVE_INFINITY) < PRUNE_MS) return;
    if (!(await pruneAlarms(engine.letters))) this.#prunedMs.set(clusterId, performance.now());
  }

  #samplerOf(engine: ClusterEngine): ClusterSampler {
    const known = this.#samplers.get(engine.clusterId);
    if (known?.engine === engine) return known.sampler;
    const sampler = new ClusterSampler(this.#ctx, engine);
    this.#samplers.set(engine.clusterId, { engine, sampler });
    return sampler;
  }

  /** Once, as long as it stays the same: a cluster may be away for hours. */
  #note(clusterId: number, cluster: string, error: unknown): void {
    if (this.#stopped) return;
    const words = error instanceof Error ? error.message : String(error);
    if (this.#problems.get(clusterId) !== words)
      this.#ctx.log.warn({ error, cluster }, 'a cluster could not be sampled; tried again all the time');
    this.#problems.set(clusterId, words);
  }

  async #lease(clusterId: number): Promise<boolean> {
    if (performance.now() - (this.#renewed.get(clusterId) ?? Number.NEGATIVE_INFINITY) < RENEW_MS) return true;
    const lease = { clusterId, owner: this.#owner, forMs: LEASE_MS };
    const isMine = await samplerLease(this.#ctx.store.console, this.#ctx.clock.nowOrNull(), lease);
    if (isMine) this.#renewed.set(clusterId, performance.now());
    else this.#renewed.delete(clusterId);
    return isMine;
  }
}
