import { z } from 'zod';
import { findSetting, readRecentFailures } from '../../../broker';
import { MAX_PAGE } from '../../../broker/page-of';
import { databaseNow, type Engine, type FoundInLog, type FoundPage as Found } from '../../../engine';
import { BrokerError, isBrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import { readBrokerPlace } from '../../../model/message/broker-place';
import { FIND_STATES, type FindInput } from '../../../model/message/found-message';
import { MESSAGE_TYPES } from '../../../model/topic/topic';
import { statusOf } from '../../http/failure';
import { operation } from '../../http/operation';
import { placeAtBroker } from '../../schemas/broker-place';
import { findInput, findPageInput, toFindInput } from '../../schemas/find-messages';
import { silent, time } from '../../schemas/shapes';
import { noBodyBecause, STATE_NAMES } from './message';
import { placeOfStored } from './place';

const looks = { permission: 'message:read', effect: 'read' } as const;
const stateNames = FIND_STATES.map((state) => STATE_NAMES[state]);

const foundShape = z
  .object({
    messageId: z.string(),
    topic: z.string(),
    type: z.enum(MESSAGE_TYPES),
    broker: z.string().nullable().describe('null: of this installation, which has one store'),
    queue: z.int(),
    offset: z.int().nullable().describe('null: not in the log, see outside'),
    outside: z.enum(['scheduled', 'recalled', 'transaction']).nullable(),
    storedAt: time,
    tag: z.string().nullable(),
    messageGroup: z.string().nullable(),
    priority: z.int().nullable().describe('null: it has none'),
    keys: z.array(z.string()),
    bodyBytes: z.int(),
    groups: z.array(
      z.object({
        group: z.string(),
        state: z.string().nullable().describe('As GET /messages/{id} names it; null: a broadcast group'),
        blocked: z.boolean().describe('Waits behind the head of its key'),
        attempt: z.int().nullable(),
        maxRetries: z.int(),
        at: time.nullable().describe('The next try, or when the lease ends'),
      }),
    ),
    moreGroups: z.boolean(),
  })
  .meta({ id: 'FoundMessage' });

export const findMessages = operation({
  ...looks,
  name: 'findMessages',
  summary: 'Find messages in any state by ID, key, topic and time, or property; newest first',
  subject: { topic: ({ topic }) => topic },
  input: findInput.extend({
    id: findInput.shape.id.describe('Message ID'),
    topic: findInput.shape.topic.describe('Topic of the message'),
    queue: findInput.shape.queue.describe('Number of the queue'),
    broker: findInput.shape.broker.describe('Broker of an attached cluster; omit for all brokers'),
    key: findInput.shape.key.describe('A key or the message group of the message'),
    property: findInput.shape.property.describe('`name=value`; requires `topic` and `from`'),
    from: findInput.shape.from.describe('Stored at or after this time: ISO 8601, or relative like `-6h`'),
    to: findInput.shape.to.describe('Stored before this time'),
    offset: findInput.shape.offset.describe('Offset in the queue; searches from there backwards'),
    state: z
      .enum(stateNames as [string, ...string[]])
      .optional()
      .describe('State in any group'),
    cursor: findInput.shape.cursor.describe('`nextCursor` of the previous page'),
    limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional().describe('Maximum number of items'),
  }),
  output: z.object({
    items: z.array(foundShape),
    nextCursor: z.string().nullable().describe('null: everything was checked'),
    checked: z
      .object({ at: z.int(), of: z.int().nullable() })
      .nullable()
      .describe('Messages checked one by one so far, of all in the range; null: found by index'),
    unseen: z.int().describe('By key: so many of the newest messages cannot be found yet'),
    brokers: z
      .object({ answered: z.array(z.string()), silent })
      .nullable()
      .describe('Of a cluster, which needs topic and has no id, key or state; null: of this installation'),
  }),
  http: { method: 'get', path: '/messages', tag: 'Messages', answer: 'A page' },
  run: async ({ broker, engine }, { state: named, limit, ...given }) => {
    const state = FIND_STATES.find((each) => STATE_NAMES[each] === named);
    const asked = { ...toFindInput(given, await databaseNow(broker.store.console)), limit, state };
    const { items, ...page } = await engine.messages.find(asked);
    return {
      ...page,
      items: items.map(({ queueNo, groups, ...found }) => ({
        ...{ ...found, queue: queueNo },
        groups: groups.map((group) => ({ ...group, state: group.state === null ? null : STATE_NAMES[group.state] })),
      })),
    };
  },
});

interface FoundPage extends Found {
  readonly items: readonly FoundInLog[];
  /** A miss: a dead letter with this id expired then. */
  readonly expired: Date | null;
  /** A miss: keys that begin like this. */
  readonly similar: readonly string[];
  /** Why this cannot be checked for; null: it can. */
  readonly refusal: string | null;
}

const NOTHING: FoundPage = {
  ...{ items: [], nextCursor: null, checked: null, unseen: 0, expired: null, similar: [], refusal: null },
  brokers: null,
};

export const foundMessages = operation({
  ...looks,
  name: 'foundMessages',
  summary: 'What a search of a page finds, or what is wrong with it',
  subject: { topic: ({ topic }) => topic },
  input: findPageInput,
  run: async ({ broker, engine }, { q, ...given }) => {
    const any = q === '' ? undefined : q;
    /** Nothing older is in the log. */
    const keptSince = await engine.messages.keptSince();
    // Nothing is asked yet: the page says what it can find.
    if ([any, given.id, given.key, given.topic, given.property].every((asked) => asked === undefined))
      return { ...NOTHING, keptSince };
    try {
      const input = { ...toFindInput(given, await databaseNow(broker.store.console)), any };
      return { ...NOTHING, keptSince, ...(await lookFor(engine.messages, input)) };
    } catch (error) {
      // What was typed stays on the page, and the page says what is wrong with it.
      if (isBrokerError(error) && statusOf(error.code) < 500) return { ...NOTHING, keptSince, refusal: error.shown };
      throw error;
    }
  },
});

async function lookFor(messages: Engine['messages'], input: FindInput): Promise<Partial<FoundPage>> {
  const page = await messages.find(input);
  const missed = input.any ?? input.id ?? input.key;
  if (page.items.length > 0 || input.cursor !== undefined || missed === undefined) return page;
  return { ...page, ...(await messages.missed(missed)) };
}

export const storedMessage = operation({
  ...looks,
  name: 'storedMessage',
  summary: 'One message as a broker of a cluster stores it, and how far the groups of its topic are',
  subject: { topic: ({ topic }) => topic },
  needs: 'brokers',
  input: z.strictObject({ topic: z.string().min(1).max(200), at: placeAtBroker }),
  run: async ({ engine, broker, kept, reasonAgainst }, { topic, at }) => {
    const place = readBrokerPlace(at);
    if (place?.topic !== topic)
      throw new BrokerError('bad-request', told('`at` is a position in another topic.'), { field: 'at' });
    const [stored, link] = await Promise.all([engine.messages.stored(place), findSetting(broker, 'trace-link')]);
    const { groups, moreGroups, messageId, reconsumeTimes, broker: name } = stored;
    return {
      ...{ at, messageId, broker: name, reconsumeTimes, groups, moreGroups },
      consumeNotAllowed: reasonAgainst('dead-letter:redrive') ?? stored.consumeNotOffered,
      place: placeOfStored(kept, at, stored, link.value),
      bodyNotAllowed: noBodyBecause(reasonAgainst),
    };
  },
});

export const suggestions = operation({
  ...looks,
  name: 'suggestions',
  summary: 'What the palette offers for a text; empty: the newest messages',
  subject: 'listed',
  input: z.strictObject({ q: z.string().max(255).default('') }),
  run: ({ engine }, { q }) => engine.messages.suggest(q),
});

export const messagesPage = operation({
  ...looks,
  name: 'messages',
  summary: 'The newest failure of each message, and the groups and topics to look in',
  subject: { group: ({ group }) => group },
  needs: 'recent-failures',
  input: z.strictObject({ group: z.string().max(200).optional() }),
  run: ({ kept }, { group }) => readRecentFailures(kept, group),
});
