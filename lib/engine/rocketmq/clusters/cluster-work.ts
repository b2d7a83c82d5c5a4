import { randomUUID } from 'node:crypto';
import type { BrokerContext } from '../../../broker';
import { clusterLease, clusterRelease, type LeaseTable } from '../../../store/queries/cluster/cluster-lease';
import { clusterList } from '../../../store/queries/cluster/cluster-row';

/** Longer than anything that the work waits for between two looks at its lease. */
const LEASE_MS = 30_000;
const RENEW_MS = 5_000;

/** Work on all attached clusters. Every console has it; each cluster is worked on by one, until that one is gone. */
export class ClusterWork {
  readonly #ctx: BrokerContext;
  readonly #table: LeaseTable;
  readonly #failed: string;
  readonly #owner = randomUUID();
  readonly #running = new Map<number, Promise<void>>();
  readonly #renewed = new Map<number, number>();
  readonly #problems = new Map<number, string>();
  #stopped = false;

  /** @param failed for the log, when the work on a cluster fails */
  constructor(ctx: BrokerContext, table: LeaseTable, failed: string) {
    this.#ctx = ctx;
    this.#table = table;
    this.#failed = failed;
  }

  /** Of each cluster that is not at it: one that answers slowly does not keep the others waiting. @returns how many */
  async start(work: (clusterId: number, name: string) => Promise<void>): Promise<number> {
    const rows = await clusterList(this.#ctx.store.prisma);
    for (const { clusterId, name } of rows) {
      if (this.#stopped || this.#running.has(clusterId)) continue;
      const one = work(clusterId, name)
        .then(
          () => void this.#problems.delete(clusterId),
          (error: unknown) => this.note(clusterId, name, error),
        )
        .finally(() => this.#running.delete(clusterId));
      this.#running.set(clusterId, one);
    }
    return rows.length;
  }

  /** Whether the work on this cluster is, and stays, that of this process. */
  async goesOn(clusterId: number): Promise<boolean> {
    if (this.#stopped) return false;
    if (performance.now() - (this.#renewed.get(clusterId) ?? Number.NEGATIVE_INFINITY) < RENEW_MS) return true;
    const lease = { clusterId, owner: this.#owner, forMs: LEASE_MS };
    const isMine = await clusterLease(this.#ctx.store.console, this.#table, this.#ctx.clock.nowOrNull(), lease);
    if (isMine) this.#renewed.set(clusterId, performance.now());
    else this.#renewed.delete(clusterId);
    return isMine;
  }

  /** Once, as long as it stays the same: a cluster may be away for hours. */
  note(clusterId: number, cluster: string, error: unknown): void {
    if (this.#stopped) return;
    const words = error instanceof Error ? error.message : String(error);
    if (this.#problems.get(clusterId) !== words)
      this.#ctx.log.warn({ error, cluster }, `${this.#failed}; tried again all the time`);
    this.#problems.set(clusterId, words);
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Another process may go on at once. @param rest what is still under way beside the work */
  async stop(rest?: () => Promise<unknown>): Promise<void> {
    this.#stopped = true;
    await this.settled();
    await rest?.();
    await clusterRelease(this.#ctx.store.console, this.#table, this.#owner);
  }
}
