import { keyPlaces } from '../../store/queries/retry/key-change';
import { keyLane } from '../../store/queries/retry/key-lane';
import type { BrokerContext } from '../context';

export interface LaneMessage {
  readonly messageId: string;
  readonly storedAt: string;
}

interface LaneInput {
  readonly group: string;
  readonly topic: string;
  readonly queueNo: number;
  readonly key: string;
  /** Offset of the head; -1: nothing of the key is under way. */
  readonly after: number;
  readonly limit: number;
}

/** The messages of a key that follow its head, in their order. @throws BrokerError group-not-found */
export async function readKeyLane(
  ctx: BrokerContext,
  { group, topic, queueNo, key, after, limit }: LaneInput,
): Promise<LaneMessage[]> {
  const { groupId } = await ctx.groups.find(group);
  const db = ctx.store.console;
  const [place] = await keyPlaces(db, groupId, key, { topic, queueNo });
  // the key is not busy any more
  if (place === undefined) return [];
  const rows = await keyLane(db, groupId, { queueId: place.queueId, key, after }, limit);
  return rows.map(({ messageId, storedAt }) => ({ messageId, storedAt: storedAt.toISOString() }));
}
