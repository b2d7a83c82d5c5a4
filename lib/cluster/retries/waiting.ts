import type { Reason } from '../../model/language/t';
import type { AttemptBucket } from '../../model/delivery/attempt-bucket';
import type { ToldReading } from '../../model/reading';
import { SCHEDULE_TOPIC } from '../redrive/tails';
import type { Counted, SilentBroker } from '../topology/answers';
import type { StoredMessage } from '../wire/message';

/**
 * waits: for its time, which is exact. due: the next client that asks gets it. held: with a client until then, or
 * backing off until then; brokers write both down alike.
 */
export type WaitingState = 'waits' | 'due' | 'held';

/** One message of a group that failed, or is being handled, and comes again. */
export interface WaitingRetry {
  readonly broker: string;
  /** That it was sent to; null: not noted. */
  readonly topic: string | null;
  readonly messageId: string;
  readonly keys: readonly string[];
  readonly tag: string | null;
  readonly state: WaitingState;
  readonly dueAt: string;
  /** Deliveries that failed so far, as the broker counts. */
  readonly failed: number;
  /** Whose max retries end it: the group's, or that of the 4.x client which sends it back. */
  readonly limit: 'group' | 'client';
}

export interface WaitingRetries {
  readonly asOf: string;
  /** Soonest first. */
  readonly items: readonly WaitingRetry[];
  readonly waits: ToldReading<number>;
  readonly due: ToldReading<number>;
  readonly held: ToldReading<number>;
  /** Messages that the limit of the group ends, by how far they have come. */
  readonly attempts: ToldReading<readonly AttemptBucket[]>;
  /** What brokers do not tell of this group, in sentences. */
  readonly notTold: readonly Reason[];
  readonly silent: readonly SilentBroker[];
}

/** Of one broker and one kind. */
export interface Found extends Counted {
  readonly items: readonly WaitingRetry[];
  /** Messages that the limit of the group ends, and that are not in `items`. */
  readonly unopened: number;
}

const RETRY = '%RETRY%';

/** Pure. @param group what its retry topics are named after */
export function waitingOf(
  message: StoredMessage,
  { group, dueMs, ...known }: Pick<WaitingRetry, 'broker' | 'state' | 'limit'> & { group: string; dueMs: number },
): WaitingRetry {
  const { properties, reconsumeTimes } = message;
  return {
    ...{ ...known, topic: originOf(message, group), messageId: properties['UNIQ_KEY'] ?? '' },
    ...{ tag: properties['TAGS'] ?? null, keys: (properties['KEYS'] ?? '').split(' ').filter((key) => key !== '') },
    ...{ dueAt: new Date(dueMs).toISOString(), failed: reconsumeTimes },
  };
}

function originOf({ topic, properties }: StoredMessage, group: string): string | null {
  for (const prefix of [`${RETRY}${group}_`, `${RETRY}${group}+`])
    if (topic.startsWith(prefix)) return topic.slice(prefix.length);
  const from = properties['RETRY_TOPIC'];
  if (from !== undefined && !from.startsWith(RETRY)) return from;
  return topic.startsWith(RETRY) || topic === SCHEDULE_TOPIC ? null : topic;
}
