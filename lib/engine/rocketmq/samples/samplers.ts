import { type BrokerContext, pruneAlarms } from '../../../broker';
import { clusterHistoryRollUp } from '../../../store/queries/cluster-sample/roll-up';
import { retryRolledBack } from '../../../store/sql-errors';
import { ClusterWork } from '../clusters/cluster-work';
import type { ClusterDirectory, ClusterEngine } from '../clusters/directory';
import { ClusterSampler } from './sample-cluster';

const ROLL_UP_MS = 30_000;
const PRUNE_MS = 600_000;

/** Samples all attached clusters. Every console has one; for each cluster one of them works at a time. */
export class ClusterSamplers {
  readonly #ctx: BrokerContext;
  readonly #clusters: ClusterDirectory;
  readonly #work: ClusterWork;
  readonly #samplers = new Map<number, { readonly engine: ClusterEngine; readonly sampler: ClusterSampler }>();
  readonly #prunedMs = new Map<number, number>();
  #rolledMs = Number.NEGATIVE_INFINITY;

  constructor(ctx: BrokerContext, clusters: ClusterDirectory) {
    this.#ctx = ctx;
    this.#clusters = clusters;
    this.#work = new ClusterWork(ctx, 'cluster_sampler', 'a cluster could not be sampled');
  }

  async pass(): Promise<void> {
    const clusters = await this.#work.start((clusterId, name) => this.#step(clusterId, name));
    if (clusters === 0 || performance.now() - this.#rolledMs < ROLL_UP_MS) return;
    this.#rolledMs = performance.now();
    await retryRolledBack(() => clusterHistoryRollUp(this.#ctx.store.console, this.#ctx.clock.nowOrNull()));
  }

  /** The steps that are under way. */
  settled(): Promise<void> {
    return this.#work.settled();
  }

  stop(): Promise<void> {
    const rounds = () => Promise.all([...this.#samplers.values()].map(({ sampler }) => sampler.round.settled()));
    return this.#work.stop(rounds);
  }

  async #step(clusterId: number, name: string): Promise<void> {
    const goesOn = () => this.#work.goesOn(clusterId);
    if (!(await goesOn())) return;
    const engine = await this.#clusters.find(name);
    const sampler = this.#samplerOf(engine);
    sampler.round.startWhenDue(goesOn, (error) => this.#work.note(clusterId, name, error));
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
}
