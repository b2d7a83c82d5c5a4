import { groupsOfTopic } from '../admin/groups-of-topic';
import { queryMessage } from '../admin/query-message';
import type { Ask, Cluster } from '../cluster';
import { type Answers, requireSome } from '../topology/answers';
import type { StoredMessage } from '../wire/message';
import { presentTopics } from './present-topics';
import { classicRetryTopic, deadLetterTopic, popRetryTopics } from './retry-topic';

/** One stored form of a message: as it was sent, a retry, or its death. */
export interface MessageCopy {
  readonly broker: string;
  readonly topic: string;
  /** sent: in the topic itself. retry: due for the group since it was stored. dead: in its dead-letter topic. */
  readonly role: 'sent' | 'retry' | 'dead';
  /** Null: of no group alone. */
  readonly group: string | null;
  readonly queueNo: number;
  readonly offset: number;
  readonly storedAt: string;
  readonly messageId: string;
  readonly tag: string | null;
  readonly keys: readonly string[];
  /** As the broker counts failed deliveries. */
  readonly reconsumeTimes: number;
  /** When 5.x clients got it first; null: not noted. */
  readonly firstDeliveredAt: string | null;
  readonly bodyBytes: number;
}

export interface MessageCopies {
  readonly answers: Answers<readonly MessageCopy[]>;
  /** Groups whose retry and dead-letter topics were searched. */
  readonly groups: readonly string[];
  /** Of the topic, and not searched: each costs the brokers two searches of their disks. */
  readonly left: number;
  /** Here a broker gave as many as it ever does: it may have more. */
  readonly full: readonly FullPlace[];
}

export interface FullPlace {
  readonly broker: string;
  readonly topic: string;
}

export interface CopyQuery {
  readonly topic: string;
  /** A message id, or a business key. */
  readonly key: string;
  readonly by: 'uniqueId' | 'key';
}

const MOST_GROUPS = 20;
/** Of one topic at one broker, the newest: maxMsgsNumBatch of brokers, and by id defaultQueryMaxNum. */
const MOST_COPIES: Readonly<Record<CopyQuery['by'], number>> = { key: 64, uniqueId: 32 };
const AHEAD_MS = 86_400_000;

/**
 * Every stored form of a message in a topic, and in the retry and dead-letter topics of its groups, at every broker.
 * Searches the brokers' disks: for one message, never for a list. @throws BrokerError no broker answered
 */
export async function findCopies(cluster: Cluster, query: CopyQuery): Promise<MessageCopies> {
  const found = await cluster.askMasters(groupsOfTopic, { topic: query.topic });
  // Brokers name the topic itself among its groups now and then.
  const names = [...new Set(found.parts.flatMap(({ value }) => value))].filter((name) => name !== query.topic);
  const groups = names.toSorted().slice(0, MOST_GROUPS);
  // Clocks of brokers may be ahead of ours.
  const toMs = cluster.options.now().getTime() + AHEAD_MS;
  const full: FullPlace[] = [];
  const answers = requireSome(
    await cluster.gather(async (broker, ask) => {
      const present = await presentTopics(cluster, broker, ask);
      const copies: MessageCopy[] = [];
      for (const place of placesOf(query.topic, groups)) {
        // A new topic is not in a list of a moment ago.
        if (place.role !== 'sent' && !present.has(place.topic)) continue;
        const found = await search(ask, query, place, toMs);
        if (found.length >= MOST_COPIES[query.by]) full.push({ broker, topic: place.topic });
        copies.push(...found.filter(isMeant(query)).map((message) => copyOf(message, broker, place)));
      }
      return copies.toSorted((a, b) => (a.storedAt < b.storedAt ? -1 : 1));
    }),
  );
  return { answers, groups, left: names.length - groups.length, full };
}

type Place = Pick<MessageCopy, 'topic' | 'role' | 'group'>;

function placesOf(topic: string, groups: readonly string[]): Place[] {
  return [
    { topic, role: 'sent', group: null },
    ...groups.flatMap((group): Place[] => [
      ...[classicRetryTopic(group), ...popRetryTopics(group, topic)].map((retry) => ({
        ...{ topic: retry, role: 'retry' as const, group },
      })),
      { topic: deadLetterTopic(group), role: 'dead', group },
    ]),
  ];
}

async function search(
  ask: Ask,
  { key, by }: CopyQuery,
  { topic }: Place,
  toMs: number,
): Promise<readonly StoredMessage[]> {
  return await ask(queryMessage, { topic, key, by, fromMs: 0, toMs, most: MOST_COPIES[by] });
}

/** Brokers compare 31 bits of a hash, of ids and keys alike: what else has the same is not what was asked for. */
function isMeant({ key, by }: CopyQuery): (message: StoredMessage) => boolean {
  return ({ properties }) => (by === 'uniqueId' ? properties['UNIQ_KEY'] === key : keysOf(properties).includes(key));
}

function keysOf(properties: StoredMessage['properties']): readonly string[] {
  return (properties['KEYS'] ?? '').split(' ').filter((each) => each !== '');
}

function copyOf(message: StoredMessage, broker: string, place: Place): MessageCopy {
  const { properties } = message;
  const popMs = Number(properties['1ST_POP_TIME']);
  return {
    ...{ broker, ...place, queueNo: message.queueId, offset: message.queueOffset },
    ...{ storedAt: new Date(message.storeTimestamp).toISOString(), reconsumeTimes: message.reconsumeTimes },
    ...{ messageId: properties['UNIQ_KEY'] ?? '', tag: properties['TAGS'] ?? null, bodyBytes: message.body.length },
    keys: keysOf(properties),
    firstDeliveredAt: popMs > 0 ? new Date(popMs).toISOString() : null,
  };
}
