import { reasonOfError } from '../../../model/errors';
import { english, joined, type Reason, told } from '../../../model/language/t';
import type { PoolClient } from 'pg';
import { type BrokerContext, redriveName } from '../../../broker';
import { advanceRun } from '../../../broker/redrive/advance';
import { markStarts, removeHelper, Watch, type WatchPlan } from '../../../cluster';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import { helperGone, idleHelpers } from '../../../store/queries/cluster-redrive/helper';
import {
  clustersWithHelpers,
  completeRun,
  endWatch,
  noteStarts,
  type OpenClusterRedrive,
  openClusterRedrives,
  ownGroup,
  placesOfRun,
} from '../../../store/queries/cluster-redrive/open';
import { redriveFailed, redriveRecovered } from '../../../store/queries/redrive/redrive-failing';
import { retryRolledBack } from '../../../store/sql-errors';
import { withTransaction } from '../../../store/transaction';
import type { ClusterDirectory, ClusterEngine } from '../clusters/directory';
import { observe } from './observe';
import { evidenceOf } from './read';
import { REDRIVE_POLICY, type RedrivePolicy } from './policy';
import { sendNext, WORKER } from './send';

interface Watched {
  readonly watch: Watch;
  readonly plan: Omit<WatchPlan, 'starts'>;
  /** Brokers whose topics were marked: only to them anything is sent. */
  readonly marked: Set<string>;
  lookedMs: number;
  tookMs: number;
  isFailing: boolean;
  /** Something was sent by the last pass, although a broker took nothing. */
  isPartial: boolean;
}

/**
 * Carries out the re-drives of attached clusters. Any number of processes may: of a group one at a time, and what it
 * was doing when it ended is found out by the next one.
 */
export class ClusterRedrives {
  readonly #watched = new Map<number, Watched>();
  /** Brokers that failed, by run: until when they rest. */
  readonly #resting = new Map<string, number>();

  constructor(
    private readonly ctx: BrokerContext,
    private readonly clusters: Pick<ClusterDirectory, 'find'>,
    private readonly owner: string,
    private readonly policy: RedrivePolicy = REDRIVE_POLICY,
  ) {}

  /** One pass. @returns whether a run is under way */
  async step(): Promise<boolean> {
    const runs = await openClusterRedrives(this.ctx.store.console, this.policy.restsMs);
    const open = new Set(runs.map(({ redriveId }) => redriveId));
    for (const id of this.#watched.keys()) if (!open.has(id)) this.#watched.delete(id);
    const clusters = [...new Set(runs.map(({ cluster }) => cluster))];
    await Promise.all(
      clusters.map(async (name) => {
        for (const run of runs.filter(({ cluster }) => cluster === name)) await this.#pass(run);
      }),
    );
    await this.#removeHelpers();
    return runs.length > 0;
  }

  async #pass(run: OpenClusterRedrive): Promise<void> {
    const { redriveId, group, cluster } = run;
    if (!(await ownGroup(this.ctx.store.console, run, this.owner, this.policy.leaseMs))) {
      // What is known of its topics grows old.
      this.#watched.delete(redriveId);
      return;
    }
    const engine = await this.clusters.find(cluster);
    try {
      const changed = await this.#advance(engine, run);
      if (changed) this.ctx.changes.emit({ kind: 'redrive', group, redriveId: String(redriveId) });
    } catch (error) {
      const why = reasonOfError(error);
      const begins = await inCluster(engine, (db) => redriveFailed(db, null, redriveId, why));
      if (begins) this.ctx.log.error({ redriveId, cluster, group, error }, 're-drive of a cluster failed; it goes on');
    }
  }

  async #advance(engine: ClusterEngine, run: OpenClusterRedrive): Promise<boolean> {
    const { ctx, policy } = this;
    const db = ctx.store.console;
    const { redriveId } = run;
    const watched = this.#watched.get(redriveId) ?? (await this.#begin(engine, run));
    this.#watched.set(redriveId, watched);
    let changed = false;
    // A reading that takes long is done more seldom.
    if (performance.now() - watched.lookedMs >= Math.max(policy.roundMs, policy.roundTimes * watched.tookMs)) {
      const startedMs = performance.now();
      changed = await observe(ctx, run, watched.watch, policy);
      watched.lookedMs = performance.now();
      watched.tookMs = watched.lookedMs - startedMs;
    }
    if (run.state === 'running' && (!run.rests || watched.isPartial) && (await this.#send(engine, run, watched)))
      changed = true;
    if (run.state === 'running' && (await this.#complete(engine, redriveId))) changed = true;
    await endWatch(db, redriveId, policy.watchMs);
    return changed;
  }

  #complete(engine: ClusterEngine, redriveId: number): Promise<boolean> {
    return inCluster(engine, async (db) => {
      const isNew = await completeRun(db, redriveId);
      const target = redriveName(redriveId);
      if (isNew) await appendAudit(db, { actor: WORKER, action: 'redrive.complete', target });
      return isNew;
    });
  }

  async #send(engine: ClusterEngine, run: OpenClusterRedrive, watched: Watched): Promise<boolean> {
    const { redriveId, cluster, group } = run;
    const advanced = await inCluster(engine, (db) =>
      advanceRun(db, engine.letters.clock.nowOrNull(), { redriveId, most: this.policy.batch }, evidenceOf(run)),
    );
    if (advanced === null) return false;
    const { stop, budget: limit, changed } = advanced;
    if (stop !== null) this.ctx.log.warn({ redriveId, cluster, group, ...stop }, 're-drive stopped by its rule');
    if (limit === 0) return changed;
    const now = performance.now();
    const problems = await this.#mark(engine, run, watched);
    const resting = [...this.#resting]
      .filter(([key, untilMs]) => key.startsWith(`${redriveId} `) && untilMs > now)
      .map(([key]) => key.slice(key.indexOf(' ') + 1));
    const without = [...resting, ...problems.keys()];
    const { owner, policy } = this;
    const { sent, failed: notSent } = await sendNext(this.ctx, engine, run, { owner, limit, without, policy });
    const failed = new Map([...problems, ...notSent]);
    for (const broker of notSent.keys()) this.#resting.set(`${redriveId} ${broker}`, now + policy.restsMs);
    watched.isPartial = sent > 0 && failed.size > 0;
    const why = [...failed].map(([broker, reason]) =>
      english(reason).includes(broker) ? reason : told('{broker}: {reason}', { broker, reason }),
    );
    if (why.length > 0) {
      watched.isFailing = true;
      await inCluster(engine, (db) => redriveFailed(db, null, redriveId, joined(why)));
    } else if (sent > 0 && without.length === 0 && watched.isFailing) {
      watched.isFailing = false;
      await inCluster(engine, (db) => redriveRecovered(db, redriveId));
    }
    return changed || sent > 0 || why.length > 0;
  }

  /** How far the topics of each broker are, before anything is sent to it. @returns where and why that is not known */
  async #mark(
    { cluster }: ClusterEngine,
    { redriveId }: OpenClusterRedrive,
    { watch, plan, marked }: Watched,
  ): Promise<ReadonlyMap<string, Reason>> {
    const problems = new Map<string, Reason>();
    for (const place of plan.brokers) {
      if (marked.has(place.broker)) continue;
      try {
        const starts = await markStarts(cluster, { ...plan, brokers: [place] });
        await noteStarts(this.ctx.store.console, redriveId, starts);
        watch.begin(starts);
        marked.add(place.broker);
      } catch (error) {
        problems.set(place.broker, reasonOfError(error));
      }
    }
    return problems;
  }

  /** After a crash reading begins again where the run began. */
  async #begin(engine: ClusterEngine, run: OpenClusterRedrive): Promise<Watched> {
    const { redriveId, group, way, lineage } = run;
    const db = this.ctx.store.console;
    const brokers = await placesOfRun(db, redriveId);
    const plan = { group, way, lineage, brokers };
    const starts = run.starts ?? {};
    const known = Object.keys(starts);
    const marked = brokers
      .map(({ broker }) => broker)
      .filter((name) => known.some((key) => key.startsWith(`${name} `)));
    const watch = new Watch(engine.cluster, { ...plan, starts });
    return {
      watch,
      plan,
      marked: new Set(marked),
      lookedMs: Number.NEGATIVE_INFINITY,
      tookMs: 0,
      isFailing: true,
      isPartial: false,
    };
  }

  async #removeHelpers(): Promise<void> {
    const db = this.ctx.store.console;
    for (const { clusterId, cluster: name } of await clustersWithHelpers(db)) {
      const idle = await idleHelpers(db, clusterId);
      if (idle.length === 0) continue;
      try {
        const { cluster } = await this.clusters.find(name);
        for (const helper of idle) {
          const { broker, group, topic } = helper;
          await appendAudit(db, {
            ...{ actor: WORKER, action: 'redrive.remove-helper', target: `${group}_${topic}`, workspace: name },
            before: { broker },
          });
          await removeHelper(cluster, broker, helper);
          await helperGone(db, clusterId, helper);
        }
      } catch (error) {
        this.ctx.log.warn({ cluster: name, error }, 'a helper group could not be removed; it is tried again');
      }
    }
  }
}

/** One transaction in which the statements of the embedded broker read and change what is of one cluster. */
function inCluster<T>({ letters }: Pick<ClusterEngine, 'letters'>, work: (db: PoolClient) => Promise<T>): Promise<T> {
  return retryRolledBack(() => withTransaction(letters.store.console, work));
}
