import 'server-only';
import { z } from 'zod';
import { findMessages } from '../../broker';
import { MAX_PAGE } from '../../broker/page-of';
import { FIND_STATES, type FindState } from '../../model/found-message';
import { MESSAGE_TYPES } from '../../model/topic';
import { databaseNow } from '../../engine';
import { defineRoute } from '../http/define-route';
import { toFoundView } from '../reads/found-messages';
import { findInput, toFindInput } from '../schemas/find-messages';
import { STATE_NAMES } from './messages';
import { time } from '../schemas/shapes';

const stateNames = FIND_STATES.map((state) => STATE_NAMES[state]);

const foundShape = z
  .object({
    messageId: z.string(),
    topic: z.string(),
    type: z.enum(MESSAGE_TYPES),
    queue: z.int(),
    offset: z.int().nullable().describe('null: not in the log, see outside'),
    outside: z.enum(['scheduled', 'recalled', 'transaction']).nullable(),
    storedAt: time,
    tag: z.string().nullable(),
    messageGroup: z.string().nullable(),
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

const query = findInput.extend({
  key: findInput.shape.key.describe('One of its keys, or its message group'),
  property: findInput.shape.property.describe('name=value; needs topic and from'),
  from: findInput.shape.from.describe('Stored then or later: ISO time, or -6h'),
  to: findInput.shape.to.describe('Stored before'),
  offset: findInput.shape.offset.describe('Of the queue: from there back'),
  state: z
    .enum(stateNames as [string, ...string[]])
    .optional()
    .describe('In any group'),
  cursor: z.string().max(100).optional().describe('nextCursor of the page before'),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
});

export const findMessagesRoute = defineRoute({
  method: 'get',
  path: '/messages',
  name: 'findMessages',
  summary: 'Messages in any state by id, key, topic and time, or property; newest first',
  tag: 'Messages',
  permission: 'message:read',
  subject: { topic: ({ query }) => query.topic },
  query,
  answers: [
    {
      status: 200,
      description: 'A page',
      schema: z.object({
        items: z.array(foundShape),
        nextCursor: z.string().nullable().describe('null: everything was checked'),
        checked: z
          .object({ at: z.int(), of: z.int().nullable() })
          .nullable()
          .describe('Messages checked one by one so far, of all in the range; null: found by index'),
        unseen: z.int().describe('By key: so many of the newest messages cannot be found yet'),
      }),
    },
  ],
  run: async ({ broker, store }, { query: { state, limit, ...given } }) => {
    const now = await databaseNow(store.console);
    const asked = { ...toFindInput(given, now), limit, state: toState(state) };
    const { items, nextCursor, checked, behind } = await findMessages(broker, asked);
    return {
      status: 200,
      body: {
        items: items.map(toFoundView).map(({ queueNo, groups, ...found }) => ({
          ...found,
          queue: queueNo,
          groups: groups.map((group) => ({ ...group, state: group.state === null ? null : STATE_NAMES[group.state] })),
        })),
        nextCursor,
        checked,
        unseen: behind?.unseen ?? 0,
      },
    };
  },
});

function toState(name: string | undefined): FindState | undefined {
  return FIND_STATES.find((state) => STATE_NAMES[state] === name);
}
