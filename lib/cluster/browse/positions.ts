import { consumeStats } from '../admin/consume-stats';
import type { Cluster } from '../cluster';
import { requireSome, type SilentBroker } from '../topology/answers';

/** Where a group stands in one queue. */
export interface QueuePosition {
  readonly broker: string;
  readonly queueNo: number;
  /** Handed out for 5.x clients, settled for 4.x ones. */
  readonly offset: number;
  /** Fetched by a client, and perhaps not settled; at least `offset`. */
  readonly fetched: number;
  /** Store time of the message before `offset`; null: none. */
  readonly lastMs: number | null;
}

const POSITIONS_MS = 2_000;

/** Where a group stands in the queues of a topic; those it took nothing from yet are left out. */
export async function readPositions(
  cluster: Cluster,
  { group, topic }: { readonly group: string; readonly topic: string },
): Promise<{ readonly positions: readonly QueuePosition[]; readonly silent: readonly SilentBroker[] }> {
  return cluster.shared.read(`positions ${group} ${topic}`, POSITIONS_MS, async () => {
    const answers = requireSome(await cluster.askMasters(consumeStats, { group, topic }));
    const positions = answers.parts.flatMap(({ broker, value }) =>
      value.flatMap((row): QueuePosition[] => {
        const { queueNo, consumerOffset: offset, pullOffset, brokerOffset, lastTimestamp } = row;
        if (row.topic !== topic || offset < 0 || offset > brokerOffset) return [];
        // Asked for one topic, brokers answer 0 for a group that took nothing.
        if (offset === 0 && pullOffset <= 0) return [];
        const fetched = pullOffset > offset && pullOffset <= brokerOffset ? pullOffset : offset;
        return [{ broker, queueNo, offset, fetched, lastMs: lastTimestamp > 0 ? lastTimestamp : null }];
      }),
    );
    return { positions, silent: answers.silent };
  });
}
