import 'server-only';
import { z } from 'zod';
import { createTopic, listTopics, setFailover } from '../../broker';
import { type ClusterTopic, listTopics as listBrokerTopics, readTopic as readBrokerTopic } from '../../cluster';
import { createClusterTopic } from '../../engine';
import { type Failover, FAILOVER } from '../../model/throttle/failover';
import { MESSAGE_TYPES, type Topic } from '../../model/topic';
import { findClassicPlace } from '../reads/classic-name';
import { listFailovers, readThrottledTopics } from '../reads/throttled-topics';
import { findTopicView, type TopicView } from '../reads/topic';
import { defineRoute } from '../http/define-route';
import { CLUSTER_TOPIC_TYPES, DEFAULT_QUEUES } from '../schemas/topic';
import { listQuery, pageShape, readingShape, time, toReadingShape } from '../schemas/shapes';
import { topicNotFound } from '../../model/not-found';

const failoverShape = z
  .object({
    endpoints: z.string().describe('As an SDK takes it: host:port, several separated by semicolons'),
    afterSeconds: z.int().describe('Throttled for this long: time to change over'),
    version: z.int(),
    updatedBy: z.string(),
    updatedAt: time,
  })
  .meta({ id: 'Failover' });

export const topicShape = z
  .object({
    name: z.string(),
    type: z.enum(CLUSTER_TOPIC_TYPES).describe('In a cluster also MIXED (all) and UNSPECIFIED (made without a type)'),
    queues: z.int().describe('In a cluster: of all brokers that answered'),
    createdAt: time.nullable().describe('null: the brokers of a cluster do not tell'),
    brokers: z
      .array(
        z.object({
          broker: z.string(),
          queues: z.int(),
          type: z.enum(CLUSTER_TOPIC_TYPES),
          readable: z.boolean(),
          writable: z.boolean(),
        }),
      )
      .nullable()
      .describe('In a cluster: each master that has it. null: one store'),
    missingOn: z.array(z.string()).describe('Brokers of a cluster that answered and do not have it'),
    version: z.string().nullable().describe('In a cluster: name it in the next change'),
  })
  .meta({ id: 'Topic' });

const listedTopicShape = topicShape
  .extend({
    throttledSince: time
      .nullable()
      .describe('Sends have been refused since then, pauses of a minute included; null: not now'),
    failover: failoverShape.nullable().describe('Where producers send when throttling lasts; null: not set'),
    useFailover: z.boolean().describe('Throttled for afterSeconds: producers should use the failover endpoints now'),
  })
  .meta({ id: 'ListedTopic' });

function toFailoverShape({
  endpoints,
  afterSeconds,
  version,
  updatedBy,
  updatedAt,
}: Failover): z.input<typeof failoverShape> {
  return { endpoints, afterSeconds, version, updatedBy, updatedAt: updatedAt.toISOString() };
}

export function toTopicShape(topic: Topic): z.input<typeof topicShape> {
  return {
    name: topic.name,
    type: topic.messageType,
    queues: topic.queueCount,
    createdAt: topic.createdAt.toISOString(),
    ...{ brokers: null, missingOn: [], version: null },
  };
}

export function toBrokerTopicShape({ name, parts, missingOn, version }: ClusterTopic): z.input<typeof topicShape> {
  return {
    ...{ name, version, createdAt: null, missingOn: [...missingOn] },
    type: parts[0]?.messageType ?? 'UNSPECIFIED',
    queues: parts.reduce((sum, { writeQueues }) => sum + writeQueues, 0),
    brokers: parts.map(({ broker, writeQueues, messageType, mayRead, mayWrite }) => ({
      ...{ broker, queues: writeQueues, type: messageType, readable: mayRead, writable: mayWrite },
    })),
  };
}

export const createTopicRoute = defineRoute({
  method: 'post',
  path: '/topics',
  name: 'createTopic',
  summary: 'Create a topic',
  tag: 'Topics',
  permission: 'topic:write',
  subject: { newTopic: ({ body }) => body.name },
  body: z.strictObject({
    name: z.string().describe('Letters, digits, % | - _, at most 64 characters'),
    type: z.enum(MESSAGE_TYPES).describe('Which messages it takes, and only those').default('NORMAL'),
    queues: z.number().optional().describe('1 to 64, default 4; can grow, see PUT'),
    reason: z.string().max(500).optional(),
  }),
  answers: [{ status: 201, description: 'Created', schema: topicShape }],
  run: async ({ broker, actor }, { body: { name, type, queues, reason } }) => ({
    status: 201,
    body: toTopicShape(await createTopic(broker, { name, messageType: type, queues, reason, actor })),
  }),
  runInCluster: async ({ broker, engine, actor }, { body: { name, type, queues = DEFAULT_QUEUES, reason } }) => {
    await createClusterTopic(broker, engine, { topic: name, messageType: type, queues, reason, actor });
    return { status: 201, body: toBrokerTopicShape(await readBrokerTopic(engine.cluster, name)) };
  },
});

export const listTopicsRoute = defineRoute({
  method: 'get',
  path: '/topics',
  name: 'listTopics',
  summary: 'List topics by name',
  tag: 'Topics',
  permission: 'topic:read',
  subject: 'listed',
  query: z.strictObject(listQuery),
  answers: [{ status: 200, description: 'A page', schema: pageShape(listedTopicShape) }],
  run: async ({ broker, store }, { query }) => {
    const [{ items, nextCursor }, throttled, failovers] = await Promise.all([
      listTopics(broker, query),
      readThrottledTopics(store.console),
      listFailovers(store.console),
    ]);
    const described = items.map((topic) => {
      const own = throttled.find((row) => row.topic === topic.name);
      const failover = failovers.find((row) => row.topic === topic.name);
      return {
        ...toTopicShape(topic),
        throttledSince: own?.since ?? null,
        failover: failover === undefined ? null : toFailoverShape(failover),
        useFailover: own !== undefined && failover !== undefined && own.lastedMs >= failover.afterSeconds * 1000,
      };
    });
    return { status: 200, body: { items: described, nextCursor } };
  },
  // Brokers answer with all of them at once.
  runInCluster: async ({ engine }) => {
    const { topics } = await listBrokerTopics(engine.cluster);
    const own = { throttledSince: null, failover: null, useFailover: false };
    return {
      status: 200,
      body: { items: topics.map((topic) => ({ ...toBrokerTopicShape(topic), ...own })), nextCursor: null },
    };
  },
});

export const putFailoverRoute = defineRoute({
  method: 'put',
  path: '/topics/{topic}/failover',
  name: 'putFailover',
  summary: 'Set where the producers of a topic go when throttling lasts',
  tag: 'Topics',
  permission: 'topic:write',
  subject: { topic: ({ params }) => params.topic },
  params: z.strictObject({ topic: z.string() }),
  body: z.strictObject({
    endpoints: z.string().max(1000).nullable().describe('null: there shall be none'),
    afterSeconds: z
      .number()
      .optional()
      .describe(`1 to ${FAILOVER.afterSeconds[1]}, default ${FAILOVER.defaultAfterSeconds}`),
    version: z.int().min(0).default(0).describe('The version you saw; 0: there was none'),
    reason: z.string().max(500).default(''),
  }),
  answers: [{ status: 200, description: 'Said', schema: z.object({ failover: failoverShape.nullable() }) }],
  run: async ({ broker, actor }, { params: { topic }, body }) => {
    const failover = await setFailover(broker, { ...body, topic, actor });
    return { status: 200, body: { failover: failover === null ? null : toFailoverShape(failover) } };
  },
});

const topicDetailShape = z
  .object({
    name: z.string(),
    standsFor: z
      .object({
        kind: z.enum(['dead-letters', 'retries', 'scheduled', 'transactions']),
        sentence: z.string(),
        group: z.string().nullable(),
        topic: z.string().nullable(),
        page: z.string().describe('Address in the console'),
      })
      .nullable()
      .describe("A name of Apache RocketMQ's own, e.g. %DLQ%billing; null: an ordinary topic"),
    topic: z
      .object({
        type: z.enum(MESSAGE_TYPES),
        createdAt: time,
        stored: readingShape.describe('Messages in the log, consumed ones included'),
        lastMinute: readingShape.describe('Stored in the last minute'),
        oldestStoredAt: time.nullable(),
        lastStoredAt: time.nullable(),
        retentionHours: z.number(),
        queues: z.array(z.object({ queue: z.int(), stored: z.int(), tail: z.int(), lastStoredAt: time.nullable() })),
        groups: z.array(
          z.object({
            group: z.string(),
            behind: readingShape.describe('In the log and not taken'),
            waiting: readingShape.describe('Failed, waiting for a retry'),
            oldestAt: time.nullable(),
          }),
        ),
      })
      .nullable()
      .describe('null: the name has no log of its own'),
  })
  .meta({ id: 'TopicDetail' });

function toDetailShape(view: TopicView): NonNullable<z.input<typeof topicDetailShape>['topic']> {
  return {
    type: view.messageType,
    createdAt: view.createdAt,
    stored: toReadingShape(view.stored),
    lastMinute: toReadingShape(view.lastMinute),
    oldestStoredAt: view.oldestStoredAt,
    lastStoredAt: view.lastStoredAt,
    retentionHours: view.retentionHours,
    queues: view.queues.map(({ queueNo, stored, tail, lastStoredAt }) => ({
      queue: queueNo,
      stored,
      tail,
      lastStoredAt,
    })),
    groups: view.readers.map(({ group, behind, waiting, oldestAt }) => ({
      group,
      behind: toReadingShape(behind),
      waiting: toReadingShape(waiting),
      oldestAt,
    })),
  };
}

export const getTopicRoute = defineRoute({
  method: 'get',
  path: '/topics/{topic}',
  name: 'getTopic',
  summary: 'What is in a topic and who reads it; also what a name like %DLQ%group stands for',
  tag: 'Topics',
  permission: 'topic:read',
  subject: { topic: ({ params }) => params.topic },
  params: z.strictObject({ topic: z.string() }),
  answers: [{ status: 200, description: 'The topic', schema: topicDetailShape }],
  run: async (ctx, { params: { topic: name } }) => {
    const [place, view] = await Promise.all([findClassicPlace(ctx, name), findTopicView(ctx, name)]);
    if (place === null && view === null) {
      throw topicNotFound(name);
    }
    const { name: _name, ...standsFor } = place ?? { name };
    return {
      status: 200,
      body: {
        name,
        standsFor: place === null ? null : standsFor,
        topic: view === null ? null : toDetailShape(view),
      },
    };
  },
});
