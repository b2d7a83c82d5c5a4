import { z } from 'zod';
import { operation } from '../../http/operation';
import { retryPolicySchema } from '../../schemas/group';
import { offsetToSchema, sinceOf } from '../../schemas/group-control';
import { groupInput } from '../../schemas/group-input';
import { reading, readingOf, silent, time } from '../../schemas/shapes';
import { differingShape, subscriptionShape } from '../../schemas/subscription';

const common = { needs: 'brokers', permission: 'group:read', subject: 'system', effect: 'read' } as const;
const http = { method: 'get', tag: 'Groups' } as const;

export const getGroupLag = operation({
  ...common,
  name: 'getGroupLag',
  summary: 'Backlog of a group by topic, queue and broker, with its retries and its oldest message',
  input: groupInput,
  output: z.object({
    ...{ asOf: time, notDelivered: reading, inFlight: reading },
    dueRetries: reading.describe('Due, and not handed out yet'),
    deadLetters: reading.describe('In the dead-letter topic, within the retention of the brokers'),
    oldest: readingOf(
      z
        .object({ topic: z.string(), broker: z.string(), queueNo: z.int(), storedAt: time })
        .nullable()
        .describe('null of a known reading: nothing waits'),
    ),
    topics: z.array(
      z.object({
        ...{ topic: z.string(), role: z.enum(['topic', 'retry']) },
        ...{ notDelivered: reading, inFlight: reading },
        queues: z.array(
          z.object({
            ...{ broker: z.string(), queueNo: z.int(), endOffset: z.int() },
            offset: reading.describe('Handed out for 5.x clients, settled for 4.x ones'),
            ...{ notDelivered: reading, inFlight: reading, lastConsumedAt: time.nullable() },
          }),
        ),
      }),
    ),
    still: z
      .array(z.object({ topic: z.string(), broker: z.string(), queueNo: z.int(), since: time }))
      .describe('Queues with messages to deliver whose position has not moved, since this console has looked'),
    silent,
  }),
  http: { ...http, path: '/groups/{group}/lag', answer: 'As of now' },
  run: async ({ engine }, { group }) => {
    const { lag, ...rest } = await engine.brokers.lag(group);
    return { ...lag, ...rest };
  },
});

export const getWaitingRetries = operation({
  ...common,
  name: 'getWaitingRetries',
  summary:
    'Messages of a group that wait at the brokers for their next delivery, with its time; costs brokers many reads',
  input: groupInput,
  output: z.object({
    ...{ asOf: time, waits: reading.describe('For their time, of 4.x clients'), due: reading },
    held: reading.describe('With 5.x clients, or backing off'),
    items: z.array(
      z.object({
        ...{ broker: z.string(), topic: z.string().nullable().describe('null: not noted'), messageId: z.string() },
        ...{ keys: z.array(z.string()), tag: z.string().nullable() },
        state: z
          .enum(['waits', 'due', 'held'])
          .describe('held: with a client or backing off until dueAt at the latest; brokers write both down alike'),
        ...{ dueAt: time, failed: z.int().describe('Deliveries that failed, as the broker counts') },
        limit: z
          .enum(['group', 'client'])
          .describe('Whose max retries end it: the group’s, or that of the 4.x client that sends it back'),
      }),
    ),
    attempts: readingOf(
      z
        .array(
          z.object({
            attempt: z.int().describe('Deliveries so far'),
            ...{
              leased: z.boolean().describe('With a client, or backing off'),
              messages: z.int(),
              firstAt: time,
            },
          }),
        )
        .nullable(),
    ).describe('How far those have come that the limit of the group ends: over it they are not delivered again'),
    notTold: z.array(z.string()).describe('What brokers do not tell of this group, in sentences'),
    silent,
  }),
  http: { ...http, path: '/groups/{group}/waiting', answer: 'The soonest 200' },
  run: ({ engine }, { group }) => engine.brokers.waitingRetries(group),
});

export const getGroupConnections = operation({
  ...common,
  name: 'getGroupConnections',
  summary: 'Consumers of a group: 5.x clients at the proxies, 4.x clients at the brokers',
  input: groupInput,
  output: z.object({
    asOf: time,
    kind: z
      .string()
      .describe('Of the group, by its clients: pop, pop-ordered, classic, classic-ordered, both, unknown'),
    grpc: reading.describe('How many 5.x ones'),
    remoting: reading.describe('How many 4.x ones'),
    clients: z.array(
      z.object({
        ...{ clientId: z.string(), protocol: z.enum(['grpc', 'remoting']) },
        ...{ type: z.enum(['push', 'simple', 'pull', 'unknown']), language: z.string(), version: z.string() },
        ...{ address: z.string(), host: z.string().nullable(), proxy: z.string().nullable() },
        ...{ brokers: z.array(z.string()).describe('That know it'), lastSeenAt: time },
        subscriptions: z
          .array(subscriptionShape)
          .nullable()
          .describe('Its own; null: a 4.x client beside others, which has not said so yet'),
        backoff: readingOf(retryPolicySchema.nullable()).describe(
          'What it waits by after a failure, as far as it follows from the history of the group',
        ),
      }),
    ),
    backoff: z
      .object({
        policy: retryPolicySchema.nullable().describe('null: see problem'),
        problem: z.string().nullable(),
        changedAt: time.nullable().describe('Its last change was made by then; null: none was seen'),
        followedFrom: time.nullable().describe('Each 5.x client that follows it has it from then on; null: not known'),
      })
      .describe('Of the group'),
    differing: differingShape,
    silent,
  }),
  http: { ...http, path: '/groups/{group}/connections', answer: 'Connected now' },
  run: ({ engine }, { group }) => engine.brokers.connections(group),
});

const orNull = 'null: the client leaves it out';
const perSecond = z.number().nullable().describe('0 too: none, or not measured yet');

export const getClientHolds = operation({
  ...common,
  name: 'getClientHolds',
  summary: 'State of one connected 4.x client, as the client reports it; a broker asks it and waits at most 8 s',
  input: groupInput.extend({
    clientId: z.string().min(1).max(500),
    withStack: z
      .boolean()
      .optional()
      .describe('Also return the stacks of its threads, which stops the client for a moment'),
  }),
  output: z.object({
    ...{ clientId: z.string(), protocol: z.enum(['grpc', 'remoting']), asOf: time },
    messages: reading.describe('Fetched and not settled, in all of its queues'),
    queues: z.array(
      z.object({
        ...{ topic: z.string(), broker: z.string() },
        queueNo: z.int().describe('-1: all queues of that broker'),
        messages: reading,
        wholeMib: z.int().nullable().describe(`Of the bodies, rounded down; ${orNull}`),
        offset: z.int().nullable().describe('That it commits, at the latest in 5 s; null: none yet'),
        lastFetchAt: time.nullable().describe(orNull),
        lastSettledAt: time
          .nullable()
          .describe(`When it last settled something; before that, when it got the queue; ${orNull}`),
        isLocked: z.boolean().nullable().describe('Of ordered listeners: the broker gave it the queue'),
        isGivenUp: z.boolean().describe('Another client has the queue now'),
      }),
    ),
    topics: z
      .array(
        z.object({
          ...{ topic: z.string(), handledPerSecond: perSecond, failedPerSecond: perSecond },
          handleMs: z.number().nullable().describe('Of one message, on average'),
        }),
      )
      .describe('As the client measured in the last minute'),
    itself: z
      .object({
        ...{ startedAt: time.nullable(), threads: z.int().nullable(), isOrdered: z.boolean().nullable() },
        maxRetries: z.int().nullable().describe('Of the client, which count; -1: as its library has it'),
      })
      .nullable()
      .describe('null: it does not answer'),
    stack: z.string().nullable().describe('Of all its threads; null: not asked for, or it does not say'),
  }),
  http: {
    ...{ ...http, path: '/groups/{group}/connections/{clientId}/held' },
    answer: 'As of now; messages are unknown, with the reason, where the client does not answer or is a 5.x one',
  },
  run: ({ engine }, asked) => engine.brokers.clientHolds(asked),
});

export const getAssignments = operation({
  ...common,
  name: 'getAssignments',
  summary: 'Assignment of queues to the 4.x clients of a group; asks every client, for at most 20 s',
  input: groupInput,
  output: z.object({
    asOf: time,
    isBroadcast: z.boolean().describe('Each client has every queue'),
    queues: z
      .array(
        z.object({
          ...{ topic: z.string(), broker: z.string(), queueNo: z.int() },
          state: z
            .enum(['one', 'several', 'none', 'shared', 'unknown'])
            .describe(
              'several: clients that each believe the queue is theirs alone. shared: clients take from it message by ' +
                'message. unknown: a client that did not answer may have it',
            ),
          clients: z.array(z.string()).describe('Ids of the clients that have it'),
          notDelivered: reading,
        }),
      )
      .describe('Of the topics that 4.x clients subscribe to; several and none first'),
    answered: z.int().describe('4.x clients that answered'),
    proxied: z.int().describe('5.x clients: none of them has queues of its own'),
    unanswered: z.array(z.object({ clientId: z.string(), reason: z.string() })),
    silent,
  }),
  http: { ...http, path: '/groups/{group}/assignments', answer: 'As of now' },
  run: ({ engine }, { group }) => engine.brokers.assignments(group),
});

export const previewBrokerReset = operation({
  ...common,
  name: 'previewBrokerReset',
  summary: 'What a reset of the position in one topic would skip and repeat',
  input: groupInput.extend({ to: offsetToSchema, topic: z.string().min(1).max(200) }),
  run: ({ engine }, { to, ...place }) => engine.brokers.previewReset({ ...place, since: sinceOf(to) }),
});
