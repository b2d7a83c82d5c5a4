import type { BrokerContext } from '../../broker';
import {
  type MovedToBroker,
  movedToBrokers,
  type MoveGroupRow,
  moveGroups,
  moveNewest,
  type MoveRow,
} from '../../store/queries/cluster-move/move';
import { lastStored } from '../../store/queries/cluster-move/figures';
import { lateSends, type LateSends } from '../../store/queries/cluster-move/late-sends';
import type { Queryable } from '../../store/queryable';
import type { ClusterEngine } from '../rocketmq/clusters/directory';

export interface Move extends MoveRow {
  readonly groups: readonly MoveGroupRow[];
  readonly sent: readonly MovedToBroker[];
  /** Of its topics, here. */
  readonly lastStored: Awaited<ReturnType<typeof lastStored>>;
  /** What producers sent here after they were said to be switched; null: that was not said yet. */
  readonly late: LateProducers | null;
}

export interface LateProducers {
  readonly since: Date;
  /** The messages of its groups were taken before: what comes now stays here. */
  readonly isTooLate: boolean;
  readonly topics: readonly LateSends[];
}

/** The open move of a cluster, or the last one; null: there was none. */
export async function readMove(
  ctx: BrokerContext,
  { clusterId }: Pick<ClusterEngine, 'clusterId'>,
): Promise<Move | null> {
  const db = ctx.store.console;
  const move = await moveNewest(db, clusterId);
  if (move === null) return null;
  const [groups, sent, stored, late] = await Promise.all([
    moveGroups(db, move.moveId),
    movedToBrokers(db, move.moveId),
    lastStored(db, move.topics),
    readLate(db, move),
  ]);
  return { ...move, groups, sent, lastStored: stored, late };
}

async function readLate(db: Queryable, { step, topics, outcomes }: MoveRow): Promise<LateProducers | null> {
  const switched = outcomes.findLast((outcome) => outcome.step === 'switch');
  if (switched === undefined || step === 'switch' || step === 'cancelled') return null;
  const since = new Date(switched.at);
  return { since, isTooLate: step !== 'pause' && step !== 'take', topics: await lateSends(db, topics, since) };
}
