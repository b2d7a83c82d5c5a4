import { typeTold } from '../../model/topic/type-told';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { liteTopics, type LiteTopicRow } from '../../store/queries/lite/lite-topics';
import type { BrokerContext } from '../context';
import { checkLimit, cutPage, type ListInput, type Page } from '../page-of';

/** A group that subscribes a lite topic, or has messages of it. */
export interface LiteReader {
  readonly group: string;
  /** How many of its clients subscribe it, and the names of the first. */
  readonly clients: number;
  readonly clientNames: readonly string[];
  /** Not delivered yet, and failed and waiting; each counted up to LITE_COUNTED, one more means more. */
  readonly waiting: number;
  readonly retries: number;
}

export interface LiteTopic {
  readonly name: string;
  readonly queueNo: number;
  readonly since: Date;
  readonly lastAt: Date;
  readonly readers: readonly LiteReader[];
}

export interface ListLiteTopicsInput extends ListInput {
  readonly topic: string;
  /** The beginning of their names. */
  readonly find?: string | undefined;
}

/** Lite topics of one page. */
const DEFAULT_PAGE = 50;

/**
 * Lite topics of a LITE topic by name, with those who read them.
 * @throws BrokerError topic-not-found, not-found: the topic is of another type, bad-request
 */
export async function listLiteTopics(
  ctx: BrokerContext,
  { topic: name, find = '', cursor, limit = DEFAULT_PAGE }: ListLiteTopicsInput,
): Promise<Page<LiteTopic>> {
  checkLimit(limit);
  const topic = await ctx.topics.find(name);
  if (topic.messageType !== 'LITE')
    throw new BrokerError(
      'not-found',
      told('Topic {topic} is of type {messageType}: it has no lite topics.', {
        ...{ topic: name, messageType: typeTold(topic.messageType) },
      }),
      { field: 'topic', limit: 'LITE', value: topic.messageType },
    );
  const asked = { prefix: find, after: cursor ?? '', limit: limit + 1 };
  const items = gather(await liteTopics(ctx.store.console, topic.topicId, asked));
  return cutPage(items, limit, (last) => last.name);
}

/** Rows of one name are beside each other. */
function gather(rows: readonly LiteTopicRow[]): readonly LiteTopic[] {
  const items = new Map<string, LiteTopic>();
  for (const { name, queueNo, since, lastAt, group, ...reader } of rows) {
    const before = items.get(name)?.readers ?? [];
    const readers = group === null ? before : [...before, { group, ...reader }];
    items.set(name, { name, queueNo, since, lastAt, readers });
  }
  return [...items.values()];
}
