import { type BrokerContext, expireDeadLetters, indexLetters, regroupCauses, stepLetterJobs } from '../../../broker';
import { clusterReportPrune } from '../../../store/queries/cluster/cluster-report';
import { lettersOfDetached } from '../../../store/queries/cluster/letters-of-detached';
import { letterTextPrune } from '../../../store/queries/dead-letter/letter-text';
import { letterUnpackedPrune } from '../../../store/queries/dead-letter/letter-unpacked';
import { ClusterWork } from '../clusters/cluster-work';
import type { ClusterDirectory, ClusterEngine } from '../clusters/directory';
import { ClusterIndex } from './index-cluster';
import { nameTraced } from './trace-causes';

/** What was reported, and no letter came: a delivery that failed, and a later one did not. */
const REPORTS_KEPT_MS = 7 * 24 * 3_600_000;
const PRUNED_AT_ONCE = 2_000;
const PRUNE_MS = 60_000;

/**
 * Indexes the dead letters of all attached clusters. Every console has one; for each cluster one of them works at a
 * time, and another goes on when it is gone.
 */
export class LetterIndexer {
  readonly #ctx: BrokerContext;
  readonly #clusters: ClusterDirectory;
  readonly #work: ClusterWork;
  readonly #indexes = new Map<number, { readonly engine: ClusterEngine; readonly index: ClusterIndex }>();
  #prunedMs = Number.NEGATIVE_INFINITY;

  constructor(ctx: BrokerContext, clusters: ClusterDirectory) {
    this.#ctx = ctx;
    this.#clusters = clusters;
    this.#work = new ClusterWork(ctx, 'cluster_index', 'dead letters could not be indexed');
  }

  async pass(): Promise<void> {
    await this.#work.start((clusterId, name) => this.#round(clusterId, name));
    if (performance.now() - this.#prunedMs >= PRUNE_MS) await this.#prune();
  }

  /** The rounds that are under way. */
  settled(): Promise<void> {
    return this.#work.settled();
  }

  stop(): Promise<void> {
    return this.#work.stop();
  }

  async #round(clusterId: number, name: string): Promise<void> {
    const work = this.#work;
    if (!(await work.goesOn(clusterId))) return;
    const engine = await this.#clusters.find(name);
    await this.#indexOf(engine).round(engine.cluster, () => work.goesOn(clusterId));
    await nameTraced(this.#ctx, engine);
    // What was stored becomes findable, and what operators asked for is done, by the process that indexes.
    while (!work.isStopped && (await regroupCauses(engine.letters)));
    while (!work.isStopped && (await indexLetters(engine.letters)));
    while (!work.isStopped && (await stepLetterJobs(engine.letters)));
    const { expired } = await expireDeadLetters(engine.letters);
    if (expired === 0) return;
    await letterTextPrune(engine.letters.store.console, PRUNED_AT_ONCE);
    await letterUnpackedPrune(engine.letters.store.console, PRUNED_AT_ONCE);
  }

  #indexOf(engine: ClusterEngine): ClusterIndex {
    const known = this.#indexes.get(engine.clusterId);
    if (known?.engine === engine) return known.index;
    const index = new ClusterIndex(this.#ctx, engine.letters, engine.clusterId);
    this.#indexes.set(engine.clusterId, { engine, index });
    return index;
  }

  async #prune(): Promise<void> {
    const { store, clock } = this.#ctx;
    const reports = await clusterReportPrune(store.console, clock.nowOrNull(), REPORTS_KEPT_MS, PRUNED_AT_ONCE);
    const letters = await lettersOfDetached(store.console, PRUNED_AT_ONCE);
    if (reports < PRUNED_AT_ONCE && letters < PRUNED_AT_ONCE) this.#prunedMs = performance.now();
  }
}
