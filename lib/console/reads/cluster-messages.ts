import 'server-only';
import { z } from 'zod';
import { type Cluster, type CopyQuery, findCopies, type MessageCopies, requireTopic } from '../../cluster';
import { type BrokerError, isBrokerError } from '../../model/errors';
import { looksLikeMessageId } from '../../model/message-id';
import { bound, known, type Reading, unknown } from '../../model/reading';
import { type LetterNamedRow, lettersNamed } from '../../store/queries/cluster/letters-named';
import type { ClusterReadContext } from '../http/engine';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { type FoundInCluster, messagesOf } from './found-in-cluster';
import { topicSchema } from './message-copies';

/** What a search in a cluster found, and how far it saw. */
export interface ClusterMessages {
  /** Null: brokers find a message within one topic only, and which one it is is not known. */
  readonly topic: string | null;
  /** What the text was searched as, in this order; empty: the brokers were not asked. */
  readonly tried: readonly CopyQuery['by'][];
  /** Newest first. */
  readonly items: readonly FoundInCluster[];
  readonly total: Reading<number>;
  /** Whose retry and dead-letter topics were searched. */
  readonly groups: readonly string[];
  /** Groups of the topic that were not searched. */
  readonly left: number;
  /** Here a broker gave as many as it ever does. */
  readonly full: MessageCopies['full'];
  readonly answered: number;
  readonly silent: MessageCopies['answers']['silent'];
  /** Why the brokers were not searched; null: they were, or no topic is known. */
  readonly refusal: string | null;
}

const MOST_SHOWN = 200;
const MOST_LETTERS = 100;

export const clusterMessagesInput = z.strictObject({
  /** A message id, or one business key. */
  q: z.string().trim().min(1).max(255),
  topic: topicSchema.optional(),
});

/**
 * Messages of a cluster by id or key: where the brokers have them, and the dead letters that are kept here. A text that
 * looks like an id is searched as one first, any other as a key, and as the other where nothing is found.
 */
export const clusterMessagesRead = defineRead({
  permission: 'message:read',
  subject: 'system',
  input: clusterMessagesInput,
  runInCluster: async ({ store, engine }: ClusterReadContext, { q, topic: given }): Promise<ClusterMessages> => {
    const [all, asOf] = await Promise.all([
      lettersNamed(store.console, engine.clusterId, q, MOST_LETTERS + 1),
      databaseNow(store.console),
    ]);
    const letters = all.slice(0, MOST_LETTERS).filter(({ topic }) => given === undefined || topic === given);
    const topic = given ?? letters[0]?.topic ?? null;
    const found = topic === null ? NOT_ASKED : await search(engine.cluster, { q, topic, given }, waysOf(q, letters));
    const messages = messagesOf(topic, found.copies, letters);
    const { copies: _copies, ...how } = found;
    const missing = missingWords(how, all.length > MOST_LETTERS);
    return {
      ...{ topic, ...how, items: messages.slice(0, MOST_SHOWN) },
      total: totalOf(messages.length, how, missing, asOf),
    };
  },
});

type Found = Pick<ClusterMessages, 'tried' | 'groups' | 'left' | 'full' | 'answered' | 'silent' | 'refusal'> & {
  readonly copies: MessageCopies['answers']['parts'][number]['value'];
};

const NOT_ASKED: Found = {
  ...{ tried: [], copies: [], groups: [], left: 0, full: [], answered: 0, silent: [], refusal: null },
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
}

async function search(cluster: Cluster, { q, topic, given }: Asked, ways: readonly CopyQuery['by'][]): Promise<Found> {
  const tried: CopyQuery['by'][] = [];
  let found = NOT_ASKED;
  try {
    if (given !== undefined) await requireTopic(cluster, given);
    for (const by of ways) {
      const { answers, ...how } = await findCopies(cluster, { topic, key: q, by });
      tried.push(by);
      const copies = answers.parts.flatMap(({ value }) => value);
      found = { ...how, copies, tried, answered: answers.parts.length, silent: answers.silent, refusal: null };
      if (copies.length > 0) break;
    }
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    // Dead letters that are kept here are shown all the same.
    return { ...found, tried, refusal: refusalOf(error) };
  }
  return found;
}

const refusalOf = ({ message }: BrokerError): string => message;

/** Not searched is unknown, not 0. */
function totalOf(
  count: number,
  { tried }: Pick<Found, 'tried'>,
  missing: string | null,
  asOf: string,
): Reading<number> {
  if (tried.length === 0 && count === 0) return unknown('the brokers were not searched');
  return missing === null ? known(count, asOf) : bound('atLeast', count, asOf, missing);
}

/** Why there may be more; null: there is not. */
function missingWords({ answered, silent, left, full, refusal }: Omit<Found, 'copies'>, more: boolean): string | null {
  if (refusal !== null) return 'the brokers were not searched';
  if (silent.length > 0) return `${answered} of ${answered + silent.length} brokers answered`;
  if (full.length > 0) return 'a broker gave as many as it ever does for one search';
  if (left > 0) return `${left} groups of the topic were not searched`;
  return more ? `only the newest ${MOST_LETTERS} dead letters are read` : null;
}
