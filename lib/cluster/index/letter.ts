import { bornOf, type StoredMessage, storeIdOf, compressionOf } from '../wire/message';
import { deadLetterTopic } from '../read/retry-topic';

/** How the client that gave a message up consumes. */
export type LetterConsumer = 'pop' | 'pop-ordered' | 'classic' | 'classic-ordered';

/** A dead letter as it lay at a broker: everything that the brokers will forget. */
export interface IndexedLetter {
  readonly offset: number;
  readonly messageId: string;
  /** Where it was sent first. */
  readonly topic: string;
  readonly consumer: LetterConsumer | null;
  /** Null: it does not show. */
  readonly deliveries: number | null;
  readonly tag: string | null;
  readonly keys: readonly string[];
  readonly messageGroup: string | null;
  readonly bornMs: number;
  readonly bornHost: string;
  readonly deadMs: number;
  readonly traceContext: string | null;
  readonly reconsumeTimes: number;
  readonly flag: number;
  readonly sysFlag: number;
  readonly encoding: LetterEncoding;
  /** All of them, as stored. */
  readonly properties: Readonly<Record<string, string>>;
  /** As stored. */
  readonly body: Buffer;
  readonly storeId: string;
}

const ENCODINGS = ['IDENTITY', 'LZ4', 'ZSTD', 'ZLIB'] as const;
export type LetterEncoding = (typeof ENCODINGS)[number];

/** Longer ones are no ids of a client, and an index could not hold them. */
const MOST_ID_CHARS = 255;
const MOST_GROUP_CHARS = 500;

/** What a message of a group's dead-letter topic says of itself. Pure. */
export function letterOf(group: string, message: StoredMessage): IndexedLetter {
  const properties = Object.fromEntries(
    Object.entries(message.properties).map(([name, value]) => [storable(name), storable(value)]),
  );
  const { UNIQ_KEY: id, TAGS: tag, KEYS: keys, __SHARDINGKEY: key, TRACE_CONTEXT: trace } = properties;
  const storeId = storeIdOf(message);
  const died = diedAs(group, message);
  return {
    ...{ offset: message.queueOffset, messageId: (id ?? storeId).slice(0, MOST_ID_CHARS), ...died },
    ...{ tag: tag ?? null, keys: keys?.split(' ').filter((each) => each !== '') ?? [] },
    ...{ messageGroup: key?.slice(0, MOST_GROUP_CHARS) ?? null, traceContext: trace ?? null },
    ...bornOf({ ...message, properties }),
    ...{ deadMs: message.storeTimestamp, reconsumeTimes: message.reconsumeTimes },
    ...{ flag: message.flag, sysFlag: message.sysFlag, encoding: ENCODINGS[compressionOf(message)] ?? 'ZLIB' },
    ...{ properties, body: message.body, storeId },
  };
}

type Died = Pick<IndexedLetter, 'topic' | 'consumer' | 'deliveries'>;

/**
 * Brokers do not say who gave a message up; what each way to the dead letters leaves in its properties does: a 5.x
 * client leaves its retry topic, an ordered one the topic and a single delivery, a 4.x client the retry topic as real.
 */
function diedAs(group: string, { properties, reconsumeTimes }: StoredMessage): Died {
  const { RETRY_TOPIC: from } = properties;
  const popTopic = from === undefined ? null : popOriginOf(group, from);
  if (popTopic !== null) return { topic: popTopic, consumer: 'pop', deliveries: atLeastOne(reconsumeTimes - 1) };
  const topic = from ?? deadLetterTopic(group);
  if (properties.REAL_TOPIC === `%RETRY%${group}`)
    return { topic, consumer: 'classic', deliveries: atLeastOne(reconsumeTimes) };
  if (properties.MAX_RECONSUME_TIMES !== undefined || properties.RECONSUME_TIME !== undefined)
    return { topic, consumer: 'classic-ordered', deliveries: atLeastOne(reconsumeTimes) };
  return { topic, consumer: from === undefined ? null : 'pop-ordered', deliveries: null };
}

/** The group is known, so that nothing is ambiguous in "%RETRY%group_topic". */
function popOriginOf(group: string, retryTopic: string): string | null {
  const rest = ['_', '+'].map((separator) => `%RETRY%${group}${separator}`).find((head) => retryTopic.startsWith(head));
  const topic = rest === undefined ? '' : retryTopic.slice(rest.length);
  return topic === '' ? null : topic;
}

function atLeastOne(deliveries: number): number {
  return Math.max(1, deliveries);
}

/** PostgreSQL keeps no NUL. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}
