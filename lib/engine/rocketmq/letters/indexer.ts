import { randomUUID } from 'node:crypto';

import { type BrokerContext, expireDeadLetters, indexLetters, regroupCauses, stepLetterJobs } from '../../../broker';
import { clusterList } from '../../../store/queries/cluster/cluster-row';
import { indexLease, indexRelease } from '../../../store/queries/cluster/index-lease';
import { clusterReportPrune } from '../../../store/queries/cluster/cluster-report';
import { lettersOfDetached } from '../../../store/queries/cluster/letters-of-detached';
import { letterTextPrune } from '../../../store/queries/dead-letter/letter-text';
import { letterUnpackedPrune } from '../../../store/queries/dead-letter/letter-unpacked';
import type { ClusterDirectory, ClusterEngine } from '../clusters/directory';
import { ClusterIndex } from './index-cluster';
import { nameTraced } from './trace-causes';

/** Longer than anything that a round waits for between two looks at its lease. */
const LEASE_MS = 30_000;
const RENEW_MS = 5_000;
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
  readonly #owner = randomUUID();
  readonly #indexes = new Map<number, { readonly engine: ClusterEngine; readonly index: ClusterIndex }>();
  readonly #running = new Map<number, Promise<void>>();
  readonly #renewed = new Map<number, number>();
  readonly #problems = new Map<number, string>();
  #prunedMs = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(ctx: BrokerContext, clusters: ClusterDirectory) {
    this.#ctx = ctx;
    this.#clusters = clusters;
  }

  /** Starts a round of each cluster that is not in one: one that answers slowly does not keep the others waiting. */
  async pass(): Promise<void> {
    const rows = await clusterList(this.#ctx.store.prisma);
    for (const { clusterId, name } of rows) {
      if (this.#stopped || this.#running.has(clusterId)) continue;
      const round = this.#round(clusterId, name)
        .then(
          () => this.#problems.delete(clusterId),
          (error: unknown) => this.#note(clusterId, name, error),
        )
        .finally(() => this.#running.delete(clusterId))
        .then(() => undefined);
      this.#running.set(clusterId, round);
    }
    if (performance.now() - this.#prunedMs >= PRUNE_MS) await this.#prune();
  }

  /** The rounds that are under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.settled();
    await indexRelease(this.#ctx.store.console, this.#owner);
  }

  async #round(clusterId: number, name: string): Promise<void> {
    const isOwner = () => this.#lease(clusterId);
    if (!(await isOwner())) return;
    const engine = await this.#clusters.find(name);
    await this.#indexOf(engine).round(engine.cluster, async () => !this.#stopped && (await isOwner()));
    await nameTraced(this.#ctx, engine);
    // What was stored becomes findable, and what operators asked for is done, by the process that indexes.
    while (!this.#stopped && (await regroupCauses(engine.letters)));
    while (!this.#stopped && (await indexLetters(engine.letters)));
    while (!this.#stopped && (await stepLetterJobs(engine.letters)));
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

  /** Once, as long as it stays the same: a cluster may be away for hours. */
  #note(clusterId: number, cluster: string, error: unknown): void {
    if (this.#stopped) return;
    const words = error instanceof Error ? error.message : String(error);
    if (this.#problems.get(clusterId) !== words)
      this.#ctx.log.warn({ error, cluster }, 'dead letters could not be indexed; tried again all the time');
    this.#problems.set(clusterId, words);
  }

  async #lease(clusterId: number): Promise<boolean> {
    if (performance.now() - (this.#renewed.get(clusterId) ?? Number.NEGATIVE_INFINITY) < RENEW_MS) return true;
    const lease = { clusterId, owner: this.#owner, forMs: LEASE_MS };
    const isMine = await indexLease(this.#ctx.store.console, this.#ctx.clock.nowOrNull(), lease);
    if (isMine) this.#renewed.set(clusterId, performance.now());
    else this.#renewed.delete(clusterId);
    return isMine;
  }

  async #prune(): Promise<void> {
    const { store, clock } = this.#ctx;
    const reports = await clusterReportPrune(store.console, clock.nowOrNull(), REPORTS_KEPT_MS, PRUNED_AT_ONCE);
    const letters = await lettersOfDetached(store.console, PRUNED_AT_ONCE);
    if (reports < PRUNED_AT_ONCE && letters < PRUNED_AT_ONCE) this.#prunedMs = performance.now();
  }
}
