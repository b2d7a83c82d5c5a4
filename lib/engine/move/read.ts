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
import type { ClusterEngine } from '../clusters/directory';

export interface Move extends MoveRow {
  readonly groups: readonly MoveGroupRow[];
  readonly sent: readonly MovedToBroker[];
  /** Of its topics, here. */
  readonly lastStored: Awaited<ReturnType<typeof lastStored>>;
}

/** The open move of a cluster, or the last one; null: there was none. */
export async function readMove(
  ctx: BrokerContext,
  { clusterId }: Pick<ClusterEngine, 'clusterId'>,
): Promise<Move | null> {
  const db = ctx.store.console;
  const move = await moveNewest(db, clusterId);
  if (move === null) return null;
  const [groups, sent, stored] = await Promise.all([
    moveGroups(db, move.moveId),
    movedToBrokers(db, move.moveId),
    lastStored(db, move.topics),
  ]);
  return { ...move, groups, sent, lastStored: stored };
}
