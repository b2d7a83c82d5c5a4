import { fromKept } from '../../../model/language/retell';
import type { Reason } from '../../../model/language/t';
import type { BrokerContext } from '../../../broker';
import {
  awayBrokers,
  type IndexedQueueRow,
  indexedQueues,
  indexRoundOf,
} from '../../../store/queries/cluster/letter-index-state';
import type { ClusterEngine } from '../clusters/directory';
import { WRITE_ONLY } from './index-cluster';

export interface IndexedQueue extends Omit<IndexedQueueRow, 'problem'> {
  /** Its broker refuses every reader. */
  readonly isWriteOnly: boolean;
}

/** How complete the list of dead letters of a cluster is. */
export interface IndexState {
  /** The end of the last round through all brokers; null: none has ended yet. */
  readonly roundAt: Date | null;
  readonly brokers: readonly string[];
  readonly silent: readonly { readonly broker: string; readonly reason: Reason }[];
  readonly queues: readonly IndexedQueue[];
}

export async function readIndexState(
  ctx: BrokerContext,
  { clusterId }: Pick<ClusterEngine, 'clusterId'>,
  group?: string,
): Promise<IndexState> {
  const db = ctx.store.console;
  const [round, queues, away] = await Promise.all([
    indexRoundOf(db, clusterId),
    indexedQueues(db, clusterId, group ?? null),
    // A broker without dead letters is asked for its topics alone, and that is seldom: its samples tell sooner.
    awayBrokers(db, ctx.clock.nowOrNull(), clusterId),
  ]);
  const silent = new Map([
    ...away.map(({ broker, reason }) => [broker, reason] as const),
    ...Object.entries(round?.silent ?? {}),
  ]);
  return {
    roundAt: round?.roundAt ?? null,
    brokers: round?.brokers ?? [],
    silent: [...silent].map(([broker, reason]) => ({ broker, reason: fromKept(reason) })).toSorted(byBroker),
    queues: queues.map(({ problem, ...queue }) => ({ ...queue, isWriteOnly: problem === WRITE_ONLY })),
  };
}

function byBroker(one: { readonly broker: string }, other: { readonly broker: string }): number {
  return one.broker < other.broker ? -1 : 1;
}
