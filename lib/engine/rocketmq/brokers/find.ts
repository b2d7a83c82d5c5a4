import {
  type Cluster,
  type CopyQuery,
  findCopies,
  type MessageCopies,
  type MessageCopy,
  requireTopic,
} from '../../../cluster';
import { type BrokerError, isBrokerError } from '../../../model/errors';
import { groupedBy } from '../../../model/grouped';
import { looksLikeMessageId } from '../../../model/message/message-id';
import { traceIdIn } from '../../../model/message/trace-context';
import { bound, known, type ToldReading, unknown } from '../../../model/reading';
import { type LetterNamedRow, lettersNamed, lettersOfTrace } from '../../../store/queries/cluster/letters-named';
import type { FoundInBrokers, FoundInCluster, LiesIn } from '../../port/brokers';
import { databaseNow } from '../../reading-time';
import type { RocketmqContext } from '../context';
import { messagesOfTrace, tracedTopic } from './find-trace';
import { t } from '../../../model/language/t';

const MOST_SHOWN = 200;
const MOST_LETTERS = 100;

/**
 * Messages of a cluster by id, key or trace: where the brokers have them, and the dead letters that are kept here. A
 * text that looks like an id is searched as one first, any other as a key, and as the other where nothing is found; one
 * that can be a trace id is searched as that last, because brokers have no index of traces.
 */
export async function findInBrokers(
  { broker: { store }, engine }: RocketmqContext,
  { q, topic: given }: { readonly q: string; readonly topic?: string | undefined },
): Promise<FoundInBrokers> {
  const { cluster, clusterId } = engine;
  const db = store.console;
  const traceId = traceIdIn(q);
  const [named, ofTrace, asOf] = await Promise.all([
    lettersNamed(db, clusterId, q, MOST_LETTERS + 1),
    traceId === null ? [] : lettersOfTrace(db, clusterId, traceId, MOST_LETTERS + 1),
    databaseNow(db),
  ]);
  const all = named.length > 0 ? named : ofTrace;
  const letters = all.slice(0, MOST_LETTERS).filter(({ topic }) => given === undefined || topic === given);
  const known = given ?? letters[0]?.topic ?? null;
  const traced = known === null ? await tracedTopic(cluster, q) : null;
  const topic = known ?? traced;
  const ways = named.length > 0 || ofTrace.length === 0 ? waysOf(q, named) : [];
  const found = topic === null ? NOT_ASKED : await search(cluster, { q, topic, given, traceId }, ways);
  const messages = messagesOf(topic, found.copies, letters);
  const { copies: _copies, ...how } = found;
  const missing = missingWords(how, all.length > MOST_LETTERS);
  return {
    ...{ topic, ...how, traceId, isTopicTraced: traced !== null, items: messages.slice(0, MOST_SHOWN) },
    total: totalOf(messages.length, how, missing, asOf),
  };
}

type Found = Pick<
  FoundInBrokers,
  'tried' | 'compared' | 'groups' | 'left' | 'full' | 'answered' | 'silent' | 'refusal'
> & { readonly copies: MessageCopies['answers']['parts'][number]['value'] };

const NOT_ASKED: Found = {
  ...{ tried: [], compared: null, copies: [], groups: [], left: 0, full: [], answered: 0, silent: [], refusal: null },
};

/** A letter says which of both it is. */
function waysOf(q: string, letters: readonly LetterNamedRow[]): readonly CopyQuery['by'][] {
  if (letters.some(({ messageId }) => messageId === q)) return ['uniqueId'];
  if (letters.length > 0) return ['key'];
  return looksLikeMessageId(q) ? ['uniqueId', 'key'] : ['key', 'uniqueId'];
}

interface Asked {
  readonly q: string;
  readonly topic: string;
  readonly given: string | undefined;
  readonly traceId: string | null;
}

async function search(cluster: Cluster, asked: Asked, ways: readonly CopyQuery['by'][]): Promise<Found> {
  const { q, topic, given, traceId } = asked;
  const tried: Found['tried'][number][] = [];
  let found = NOT_ASKED;
  try {
    if (given !== undefined) await requireTopic(cluster, given);
    for (const by of ways) {
      const { answers, ...how } = await findCopies(cluster, { topic, key: q, by });
      tried.push(by);
      const copies = answers.parts.flatMap(({ value }) => value);
      const { parts, silent } = answers;
      found = { ...how, copies, tried, compared: null, answered: parts.length, silent, refusal: null };
      if (copies.length > 0) break;
    }
    if (found.copies.length > 0 || traceId === null) return found;
    tried.push('traceId');
    const { brokers, ...ofTrace } = await messagesOfTrace(cluster, topic, traceId);
    found = { ...found, ...ofTrace, ...brokers, tried };
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    // Dead letters that are kept here are shown all the same.
    return { ...found, tried, refusal: refusalOf(error) };
  }
  return found;
}

const refusalOf = ({ shown }: BrokerError): string => shown;

/** Not searched is unknown, not 0. */
function totalOf(
  count: number,
  { tried }: Pick<Found, 'tried'>,
  missing: string | null,
  asOf: string,
): ToldReading<number> {
  if (tried.length === 0 && count === 0) return unknown(t('the brokers were not searched'));
  return missing === null ? known(count, asOf) : bound('atLeast', count, asOf, missing);
}

/** Why there may be more; null: there is not. */
function missingWords(
  { answered, silent, left, full, refusal, compared }: Omit<Found, 'copies'>,
  more: boolean,
): string | null {
  if (refusal !== null) return t('the brokers were not searched');
  if (silent.length > 0)
    return t('{answered, number} of {all, number} brokers responded', { answered, all: answered + silent.length });
  if (full.length > 0) return t('a broker returned the maximum number of messages for one search');
  if (left > 0) return t('{count, plural, one {# group} other {# groups}} of the topic not searched', { count: left });
  if (compared !== null && compared.left > 0)
    return t('{count, plural, one {# older message} other {# older messages}} not compared with traces', {
      count: compared.left,
    });
  return more ? t('only the newest {most, number} dead letters are read', { most: MOST_LETTERS }) : null;
}

type Part = Pick<FoundInCluster, 'messageId' | 'topic' | 'keys' | 'tag' | 'isKept'> & {
  readonly place: string;
  readonly broker: string;
  readonly lies: LiesIn;
};

/** Copies at the brokers and dead letters that are kept here, by message; the newest first. */
export function messagesOf(
  topic: string | null,
  copies: readonly MessageCopy[],
  letters: readonly LetterNamedRow[],
): readonly FoundInCluster[] {
  const parts = [...copies.map((copy) => partOfCopy(topic ?? copy.topic, copy)), ...letters.map(partOfLetter)];
  return [...groupedBy(parts, ({ place }) => place).values()]
    .map(foundOf)
    .toSorted((a, b) => (newestOf(a) < newestOf(b) ? 1 : -1));
}

function partOfCopy(topic: string, copy: MessageCopy): Part {
  const { messageId, keys, tag, broker, role, group, storedAt, reconsumeTimes } = copy;
  const place = messageId === '' ? `${copy.topic} ${broker} ${copy.queueNo} ${copy.offset}` : `${topic} ${messageId}`;
  return {
    ...{ messageId: messageId === '' ? null : messageId, topic, keys, tag, broker, place, isKept: false },
    lies: { role, group, at: storedAt, reconsumeTimes },
  };
}

function partOfLetter({ messageId, topic, group, broker, attempts, tag, keys, deadAt }: LetterNamedRow): Part {
  return {
    ...{ messageId, topic, keys: keys ?? [], tag, broker, place: `${topic} ${messageId}`, isKept: true },
    lies: { role: 'dead', group, at: deadAt.toISOString(), reconsumeTimes: attempts },
  };
}

function foundOf(parts: readonly Part[]): FoundInCluster {
  const byTime = parts.toSorted((a, b) => (a.lies.at < b.lies.at ? -1 : 1));
  const [first] = byTime as [Part, ...Part[]];
  const ofGroups = new Map(byTime.flatMap(({ lies }) => (lies.group === null ? [] : [[lies.group, lies] as const])));
  return {
    ...{ messageId: first.messageId, topic: first.topic, keys: first.keys, tag: first.tag },
    sentAt: byTime.find(({ lies }) => lies.role === 'sent')?.lies.at ?? null,
    lies: ofGroups.size === 0 ? [first.lies] : [...ofGroups.values()],
    brokers: [...new Set(parts.map(({ broker }) => broker))].toSorted(),
    isKept: parts.some(({ isKept }) => isKept),
  };
}

function newestOf({ lies }: FoundInCluster): string {
  return lies.reduce((newest, { at }) => (at > newest ? at : newest), '');
}
