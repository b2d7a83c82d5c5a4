import { kept } from '../../../model/language/retell';
import { told } from '../../../model/language/t';
import { type BrokerContext, evaluateAlarms, makeDefaultRules } from '../../../broker';
import { type ClusterGroup, listGroups } from '../../../cluster';
import { keepMsOf } from '../../../model/dead-letter/dead-letter-retention';
import { isBrokerError } from '../../../model/errors';
import { HISTORY } from '../../../model/history';
import { type GroupDifference, subscriptionDifferencesWrite } from '../../../store/queries/client/subscriptions';
import {
  groupSamplesWrite,
  type LetterLevels,
  letterLevels,
  lettersCounted,
} from '../../../store/queries/cluster-sample/group-levels';
import {
  brokerSamplesWrite,
  groupStatesWrite,
  type GroupStateSeen,
  peersForget,
  peersOf,
  peersWrite,
  type StillSeen,
  stillQueuesWrite,
} from '../../../store/queries/cluster-sample/peers';
import { alarmPassOpen, samplerClaimStep, samplerNote } from '../../../store/queries/cluster-sample/sampler-step';
import type { ClusterEngine } from '../clusters/directory';
import { ChangesElsewhere } from '../groups/changes-elsewhere';
import { GroupRound } from './group-round';
import { PeerWatch } from './read-peers';

/** Dead letters are counted so often, and in between only what died is added. */
const COUNT_MS = 30_000;

const DIED = 'rocketmq_send_to_dlq_messages_total';

/** One attached cluster, sampled by one process for all. */
export class ClusterSampler {
  readonly #ctx: BrokerContext;
  readonly #engine: ClusterEngine;
  readonly #peers: PeerWatch;
  readonly round: GroupRound;
  readonly #changes: ChangesElsewhere;
  #letters: readonly LetterLevels[] = [];
  #isOpen = false;
  #countedMs = Number.NEGATIVE_INFINITY;

  constructor(ctx: BrokerContext, engine: ClusterEngine) {
    this.#ctx = ctx;
    this.#engine = engine;
    this.#peers = new PeerWatch(engine);
    this.round = new GroupRound(engine.cluster, engine.groups);
    this.#changes = new ChangesElsewhere(ctx, engine.clusterId);
  }

  /**
   * Writes the step of this moment and evaluates the alarms of the cluster. What cannot be read is not written, and is
   * unknown to alarms soon. @returns false: the step is written already
   */
  async step(): Promise<boolean> {
    const { clusterId, letters } = this.#engine;
    const db = this.#ctx.store.console;
    const clock = this.#ctx.clock.nowOrNull();
    const at = await samplerClaimStep(db, clock, clusterId);
    if (at === null) return false;
    const problems: string[] = [];
    const part = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!isBrokerError(error)) throw error;
        problems.push(error.message);
      }
    };
    await this.#open();
    const known = await peersOf(db, clusterId);
    await part(async () => {
      const { seen, samples } = await this.#peers.brokers(known);
      await peersWrite(db, at, clusterId, seen);
      await brokerSamplesWrite(db, at, clusterId, samples);
    });
    await part(async () => peersWrite(db, at, clusterId, await this.#peers.proxies(known, at.getTime())));
    await part(async () => {
      const { groups, silent } = await listGroups(this.#engine.cluster);
      await groupStatesWrite(db, at, clusterId, groupStatesOf(groups, silent.length === 0));
      await this.#changes.note(groups);
    });
    await peersForget(db, at, clusterId);
    await this.#writeGroups(at, clock);
    const roundMs = this.round.tookMs === null ? null : Math.round(this.round.tookMs);
    await samplerNote(db, at, { clusterId, roundMs, problem: problems[0] ?? null });
    this.#ctx.changes.emit({ kind: 'sample' });
    await makeDefaultRules(letters);
    await evaluateAlarms(letters);
    return true;
  }

  async #open(): Promise<void> {
    if (this.#isOpen) return;
    await alarmPassOpen(this.#ctx.store.console, this.#engine.clusterId);
    this.#isOpen = true;
  }

  async #writeGroups(at: Date, clock: Date | null): Promise<void> {
    const { clusterId } = this.#engine;
    const db = this.#ctx.store.console;
    const died = await lettersCounted(db, clock, clusterId);
    if (died.size > 0 || performance.now() - this.#countedMs >= COUNT_MS) {
      const keepMs = keepMsOf((await this.#ctx.settings.find('dead-letter-retention')).value);
      this.#letters = await letterLevels(db, clock, clusterId, { keepMs, withinMs: HISTORY.expiringMs });
      this.#countedMs = performance.now();
    }
    const differing: GroupDifference[] = [];
    const stills: StillSeen[] = [];
    const samples = this.#letters.map(({ groupId, name, dead, unhandled, expiring }) => {
      const { levels, flow, differing: topics, still } = this.round.take(name);
      if (still !== null) stills.push({ groupId, ...still, why: still.why === null ? null : kept(still.why) });
      if (topics.length > 0) differing.push({ groupId, topics });
      return { groupId, dead, unhandled, expiring, ...levels, ...flow, died: died.get(groupId) ?? 0 };
    });
    await groupSamplesWrite(db, at, clusterId, samples);
    await stillQueuesWrite(db, at, clusterId, stills);
    // Through the views of this cluster.
    await subscriptionDifferencesWrite(this.#engine.letters.store.console, at, differing);
    // From 0 on, so that a rate sees the first one.
    for (const { name, groupId } of this.#letters)
      this.#engine.letters.metrics.count(DIED, { consumer_group: name }, died.get(groupId) ?? 0);
  }
}

function groupStatesOf(groups: readonly ClusterGroup[], isWhole: boolean): GroupStateSeen[] {
  return groups.map((group) => ({
    ...{ group: group.name, isWhole, differsIn: differenceOf(group) },
    missingOn: group.missingOn.length === 0 ? null : kept(told('missing on {brokers}', { brokers: group.missingOn })),
  }));
}

function differenceOf({ differences, differsElsewhere }: ClusterGroup): string | null {
  if (differences.length === 0)
    return differsElsewhere ? kept(told('they differ in a field that this console does not know')) : null;
  return kept(
    differsElsewhere
      ? told('they differ in {fields} and in a field that this console does not know', {
          fields: differences,
        })
      : told('they differ in {fields}', { fields: differences }),
  );
}
