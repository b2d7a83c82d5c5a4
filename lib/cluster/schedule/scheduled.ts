import type { Reason } from '../../model/language/t';
import type { ToldReading } from '../../model/reading';
import type { SilentBroker } from '../topology/answers';
import { bornOf, type StoredMessage, storeIdOf } from '../wire/message';

/** A message of an application that a broker keeps until its time; no group has it yet. */
export interface ScheduledAtBroker {
  readonly broker: string;
  readonly messageId: string;
  readonly topic: string;
  readonly dueAt: string;
  /** When the broker took it. */
  readonly scheduledAt: string;
  readonly tag: string | null;
  readonly messageGroup: string | null;
  readonly keys: readonly string[];
  /** As stored, which may be compressed. */
  readonly bodyBytes: number;
  readonly bornAt: string;
  readonly bornHost: string;
}

export interface ScheduledMessages {
  readonly asOf: string;
  /** All that were found, soonest first. */
  readonly items: readonly ScheduledAtBroker[];
  readonly waiting: ToldReading<number>;
  /** What else is to be known, in sentences: which broker is late, and what was not read. */
  readonly notes: readonly Reason[];
  readonly silent: readonly SilentBroker[];
}

/** Pure. */
export function scheduledOf(
  message: StoredMessage,
  { broker, topic, dueMs, takenMs }: { broker: string; topic: string; dueMs: number; takenMs: number },
): ScheduledAtBroker {
  const {
    UNIQ_KEY: id = storeIdOf(message),
    TAGS: tag = null,
    KEYS: keys = '',
    __SHARDINGKEY: key = null,
  } = message.properties;
  const { bornMs, bornHost } = bornOf(message);
  return {
    ...{ broker, topic, messageId: id, tag, messageGroup: key, keys: keys.split(' ').filter((each) => each !== '') },
    ...{ dueAt: new Date(dueMs).toISOString(), scheduledAt: new Date(takenMs).toISOString() },
    ...{ bodyBytes: message.body.length, bornAt: new Date(bornMs).toISOString(), bornHost },
  };
}
