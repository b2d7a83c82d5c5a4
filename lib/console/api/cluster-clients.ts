import 'server-only';
import { z } from 'zod';
import { readClientHolds } from '../../cluster';
import { defineRoute } from '../http/define-route';
import { readBrokerClients } from '../reads/broker-views';
import { clientHoldsInput } from '../reads/client-holds';
import { retryPolicySchema } from '../schemas/group';
import { clusterGroupParams } from './cluster-reads';
import { readingShape, silent, time, toReadingShape } from '../schemas/shapes';
import { differingShape, subscriptionShape } from '../schemas/subscription';

export const getGroupConnectionsRoute = defineRoute({
  method: 'get',
  path: '/groups/{group}/connections',
  name: 'getGroupConnections',
  summary: 'Consumers of a group: 5.x ones through the proxies, 4.x ones at the brokers',
  tag: 'Groups',
  permission: 'group:read',
  subject: 'system',
  params: clusterGroupParams,
  answers: [
    {
      status: 200,
      description: 'Connected now',
      schema: z.object({
        asOf: time,
        kind: z
          .string()
          .describe('Of the group, by its clients: pop, pop-ordered, classic, classic-ordered, both, unknown'),
        grpc: readingShape.describe('How many 5.x ones'),
        remoting: readingShape.describe('How many 4.x ones'),
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
            backoff: readingShape
              .extend({ value: retryPolicySchema.nullable() })
              .describe('What it waits by after a failure, as far as it follows from the history of the group'),
          }),
        ),
        backoff: z
          .object({
            policy: retryPolicySchema.nullable().describe('null: see problem'),
            problem: z.string().nullable(),
            changedAt: time.nullable().describe('Its last change was made by then; null: none was seen'),
            followedFrom: time
              .nullable()
              .describe('Each 5.x client that follows it has it from then on; null: not known'),
          })
          .describe('Of the group'),
        differing: differingShape,
        silent,
      }),
    },
  ],
  runInCluster: async (ctx, { params }) => {
    const { clients, backoff: ofGroup, ...found } = await readBrokerClients(ctx, params.group);
    return {
      status: 200,
      body: {
        ...{ asOf: found.asOf, kind: found.kind, silent: [...found.silent], differing: found.differing },
        ...{ grpc: toReadingShape(found.grpc), remoting: toReadingShape(found.remoting) },
        backoff: {
          ...{ policy: ofGroup.policy, problem: ofGroup.problem },
          ...{ changedAt: ofGroup.changedAt, followedFrom: ofGroup.followedFrom },
        },
        clients: clients.map(({ backoff, ...client }) => ({
          ...client,
          brokers: [...client.brokers],
          backoff: toReadingShape(backoff),
        })),
      },
    };
  },
});

const orNull = 'null: the client leaves it out';
const perSecond = z.number().nullable().describe('0 too: none, or not measured yet');

export const getClientHoldsRoute = defineRoute({
  method: 'get',
  path: '/groups/{group}/connections/{clientId}/held',
  name: 'getClientHolds',
  summary: 'What one connected 4.x client holds, as it says itself; a broker asks it, and waits 8 s at most',
  tag: 'Groups',
  permission: 'group:read',
  subject: 'system',
  params: clientHoldsInput,
  answers: [
    {
      status: 200,
      description: 'As of now; messages are unknown, with the reason, where the client does not answer or is a 5.x one',
      schema: z.object({
        ...{ clientId: z.string(), protocol: z.enum(['grpc', 'remoting']), asOf: time },
        messages: readingShape.describe('Fetched and not settled, in all of its queues'),
        queues: z.array(
          z.object({
            ...{ topic: z.string(), broker: z.string() },
            queueNo: z.int().describe('-1: all queues of that broker'),
            messages: readingShape,
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
      }),
    },
  ],
  runInCluster: async ({ engine }, { params }) => {
    const { messages, queues, topics, ...held } = await readClientHolds(engine.cluster, params);
    const items = queues.map((queue) => ({ ...queue, messages: toReadingShape(queue.messages) }));
    return { status: 200, body: { ...held, messages: toReadingShape(messages), queues: items, topics: [...topics] } };
  },
});
