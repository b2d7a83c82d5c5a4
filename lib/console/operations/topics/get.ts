import { z } from 'zod';
import { type TopicDetail, topicOfBrokers } from '../../../engine';
import { topicNotFound } from '../../../model/not-found';
import { MESSAGE_TYPES } from '../../../model/topic/topic';
import { operation } from '../../http/operation';
import { listQuery, pageShape, reading, readingOf, silent, time } from '../../schemas/shapes';
import { listedTopicShape, topicShape } from './shapes';

export const listTopics = operation({
  name: 'listTopics',
  summary: 'List topics by name',
  permission: 'topic:read',
  subject: 'listed',
  effect: 'read',
  input: z.strictObject(listQuery),
  output: pageShape(listedTopicShape),
  http: { method: 'get', path: '/topics', tag: 'Topics', answer: 'A page' },
  run: ({ engine }, page) => engine.topics.list(page),
});

const detailShape = z
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
        stored: reading.describe('Messages in the log, consumed ones included'),
        lastMinute: reading.describe('Stored in the last minute'),
        oldestStoredAt: time.nullable(),
        lastStoredAt: time.nullable(),
        retentionHours: z.number(),
        queues: z.array(z.object({ queue: z.int(), stored: z.int(), tail: z.int(), lastStoredAt: time.nullable() })),
        groups: z.array(
          z.object({
            group: z.string(),
            behind: reading.describe('In the log and not taken'),
            waiting: reading.describe('Failed, waiting for a retry'),
            oldestAt: time.nullable(),
          }),
        ),
      })
      .nullable()
      .describe('null: the name has no log of its own'),
  })
  .meta({ id: 'TopicDetail' });

export const getTopic = operation({
  name: 'getTopic',
  summary: 'Contents of a topic and the groups that consume it; also for names like %DLQ%group',
  permission: 'topic:read',
  subject: { topic: ({ topic }) => topic },
  effect: 'read',
  needs: 'topic-figures',
  input: z.strictObject({ topic: z.string() }),
  output: detailShape,
  http: { method: 'get', path: '/topics/{topic}', tag: 'Topics', answer: 'The topic' },
  run: async ({ engine: { topics } }, { topic: name }) => {
    const [standsFor, topic] = await Promise.all([topics.classic(name), topics.find(name)]);
    if (standsFor === null && topic === null) throw topicNotFound(name);
    return { name, standsFor, topic: topic && toDetailShape(topic) };
  },
});

function toDetailShape({ messageType, queues, readers, ...topic }: TopicDetail) {
  return {
    ...{ ...topic, type: messageType },
    queues: queues.map(({ queueNo, ...queue }) => ({ ...queue, queue: queueNo })),
    groups: readers,
  };
}

export const getBrokerTopic = operation({
  name: 'getBrokerTopic',
  summary: 'One topic as each broker has it, and the groups that consume it',
  permission: 'topic:read',
  subject: 'system',
  effect: 'read',
  needs: 'broker-topics',
  input: z.strictObject({ topic: z.string().min(1).max(200) }),
  output: topicShape.extend({
    differs: z.boolean().describe('The brokers do not have the same'),
    readers: readingOf(z.array(z.string()).nullable()).describe('Unknown while one is silent'),
  }),
  http: { method: 'get', path: '/topics/{topic}/brokers', tag: 'Topics', answer: 'As of now' },
  run: async ({ engine }, { topic }) => {
    const { readers, ...copies } = await engine.topics.copiesOf(topic);
    return { ...topicOfBrokers(copies), differs: copies.differs, readers };
  },
});

export const getTopicFigures = operation({
  name: 'getTopicFigures',
  summary: 'Queues of a topic at every broker: contents, rates in and out, and what groups may lose',
  permission: 'topic:read',
  subject: 'system',
  effect: 'read',
  needs: 'broker-topics',
  input: z.strictObject({ topic: z.string().min(1).max(200) }),
  output: z.object({
    asOf: time,
    stored: reading.describe('Messages kept, consumed ones included'),
    inPerSecond: reading.describe('Over the last minute'),
    queues: z.array(
      z.object({
        ...{ broker: z.string(), queueNo: z.int(), stored: z.int(), minOffset: z.int(), endOffset: z.int() },
        lastMinute: z.int().describe('Stored in the last minute'),
        oldestAt: readingOf(time.nullable()).describe('Of what is kept; null of a known reading: it is empty'),
        lastAt: time.nullable(),
        retentionHours: z.number().nullable().describe('null: its broker does not say'),
      }),
    ),
    groups: z.array(
      z.object({
        group: z.string(),
        behind: reading.describe('Stored after its position'),
        removedUnread: reading.describe('Removed by brokers before the group came to them'),
        outPerSecond: reading.describe('How fast its positions move, from readings of this console'),
        loss: readingOf(
          z
            .object({
              kind: z
                .enum(['none', 'catches-up', 'loses', 'unless-read'])
                .describe(
                  'loses: its backlog does not drain by then, or a queue stands still; unless-read: that is not known',
                ),
              at: time.optional().describe('Its oldest unread message may be removed from then on, not before'),
              ...{ broker: z.string().optional(), queueNo: z.int().optional() },
            })
            .nullable(),
        ).describe('Whether brokers remove messages before the group reads them'),
      }),
    ),
    groupsLeft: z.int().describe('Groups that read it, and were not asked for'),
    ...{ answered: z.array(z.string()), silent },
  }),
  http: { method: 'get', path: '/topics/{topic}/figures', tag: 'Topics', answer: 'As of now' },
  run: ({ engine }, { topic }) => engine.topics.figuresInBrokers(topic),
});
