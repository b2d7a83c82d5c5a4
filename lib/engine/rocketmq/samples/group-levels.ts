import type { ToldReading } from '../../../model/reading';
import type { GroupSample } from '../clusters/group-sampler';

/** The numbers of a group as samples keep them; null: not known. */
export interface ReadLevels {
  readonly ready: number | null;
  readonly inFlight: number | null;
  readonly oldestReadyAt: Date | null;
  readonly arrived: number | null;
  readonly consumers: number | null;
}

export const NO_LEVELS: ReadLevels = {
  ...{ ready: null, inFlight: null, oldestReadyAt: null, arrived: null, consumers: null },
};

/**
 * A number that lacks a broker is not kept: a chart would fall, and an alarm end, because a broker went away. Of 4.x
 * clients what they hold is in `ready`.
 */
export function levelsOf({ lag, oldest, clients }: GroupSample): ReadLevels {
  const own = countOf(lag.notDelivered);
  const retries = lag.dueRetries.kind === 'unknown' && lag.dueRetries.notOffered === true ? 0 : countOf(lag.dueRetries);
  const ready = own === null || retries === null ? null : own + retries;
  const [grpc, remoting] = [countOf(clients.grpc), countOf(clients.remoting)];
  return {
    ready,
    inFlight: countOf(lag.inFlight),
    oldestReadyAt: oldest.kind === 'value' && oldest.value !== null ? new Date(oldest.value.storedAt) : null,
    arrived: lag.silent.length > 0 ? null : arrivedOf(lag.topics),
    consumers: grpc === null || remoting === null ? null : grpc + remoting,
  };
}

function arrivedOf(topics: GroupSample['lag']['topics']): number {
  const queues = topics.filter(({ role }) => role === 'topic').flatMap((topic) => topic.queues);
  return queues.reduce((sum, { endOffset }) => sum + endOffset, 0);
}

function countOf(reading: ToldReading<number>): number | null {
  return reading.kind === 'value' && reading.atLeast !== true ? reading.value : null;
}
