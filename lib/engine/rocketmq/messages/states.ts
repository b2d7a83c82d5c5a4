import { listGroups, type QueuePosition, readersThatAnswer, readPositions, type StoredMessage } from '../../../cluster';
import { isBrokerError } from '../../../model/errors';
import type { FoundState } from '../../../model/message/found-message';
import type { TimelineState } from '../../../model/message/timeline';
import type { FoundInLog } from '../../port/messages';
import type { RocketmqContext } from '../context';

/** Each costs every broker a call. */
const MOST_GROUPS = 10;

type States = (broker: string, message: StoredMessage) => Pick<FoundInLog, 'groups' | 'moreGroups'>;

/**
 * How far the groups of a topic are. Brokers keep one position a queue, not what came of each message: what is before
 * it was handed out to a 5.x group or settled by a 4.x one. A group that is not known well enough is "more groups".
 */
export async function readStates({ engine: { cluster } }: RocketmqContext, topic: string): Promise<States> {
  const [readers, { groups }] = await Promise.all([readersThatAnswer(cluster, topic), listGroups(cluster)]);
  const retries = new Map(groups.map(({ name, settings }) => [name, settings.maxRetries]));
  const names = [...new Set(readers.parts.flatMap(({ value }) => value))].filter((name) => retries.has(name));
  const shown = names.toSorted().slice(0, MOST_GROUPS);
  const known = await Promise.all(
    shown.map(async (group) => ({ group, positions: await positionsOr(readPositions(cluster, { group, topic })) })),
  );
  const more = names.length > shown.length || readers.silent.length > 0;
  return (broker, { queueId, queueOffset }) => {
    const states = known.flatMap(({ group, positions }): FoundState[] => {
      const position = positions.find((of) => of.broker === broker && of.queueNo === queueId);
      if (position === undefined) return [];
      const maxRetries = retries.get(group) ?? 0;
      return [{ group, state: stateAt(position, queueOffset), blocked: false, attempt: null, maxRetries, at: null }];
    });
    return { groups: states, moreGroups: more || states.length < shown.length };
  };
}

function stateAt({ offset, fetched }: QueuePosition, at: number): TimelineState {
  if (at < offset) return 'unrecorded';
  return at < fetched ? 'in-flight' : 'ready';
}

async function positionsOr(read: ReturnType<typeof readPositions>): Promise<readonly QueuePosition[]> {
  try {
    return (await read).positions;
  } catch (error) {
    if (!isBrokerError(error) || error.code !== 'unavailable') throw error;
    return [];
  }
}
