import { z } from 'zod';
import { gatewayNow } from '../../http/process-now';
import { operation } from '../../http/operation';
import { reading, readingOf, time } from '../../schemas/shapes';
import { CLUSTER_TOPIC_TYPES } from '../../schemas/topic';

const messageShape = z.object({
  ...{ messageId: z.string(), keys: z.array(z.string()), queueNo: z.int() },
  offset: z.int().nullable(),
  storedAt: time,
  state: z.string().nullable().describe('For the group; null: unknown'),
});

/** For the page that helps to connect a first application; also for scripts that wait until one has. */
export const topicConnect = operation({
  name: 'topicConnect',
  summary: 'Progress of the first producer and consumer of a topic, and what they need to connect',
  permission: 'message:read',
  subject: { topic: ({ topic }) => topic, group: ({ group }) => group },
  effect: 'read',
  input: z.strictObject({
    topic: z.string().max(255),
    group: z.string().max(200).optional().describe('Group whose consumer is looked up'),
  }),
  output: z
    .object({
      topic: z.string(),
      type: z.enum(CLUSTER_TOPIC_TYPES),
      group: z.string().nullable().describe('null: none was named, or there is none of this name'),
      groups: z.array(z.string()).describe('Groups to choose from, at most 500'),
      gateway: z
        .object({
          host: z.string().nullable().describe('null: it listens on every address'),
          port: z.int(),
          requiresKeys: z.boolean(),
          tlsOnly: z.boolean(),
          loopback: z.boolean().describe('Only programs on the same machine reach it'),
        })
        .nullable()
        .describe('null: an attached cluster, see endpoints'),
      endpoints: readingOf(z.array(z.string()).nullable()).describe('Proxies of an attached cluster'),
      producer: readingOf(
        z
          .object({
            host: z.string(),
            sdk: z.object({ language: z.string(), version: z.string() }).nullable(),
            lastAt: time,
            isConsole: z.boolean(),
          })
          .nullable(),
      ).describe('null: none yet'),
      stored: reading.describe('Messages in the log'),
      newest: readingOf(messageShape.nullable()).describe('null: none yet'),
      consumer: readingOf(
        z.object({ host: z.string(), language: z.string(), version: z.string(), count: z.int() }).nullable(),
      ).describe('A connected client of the group that reads the topic; null: none'),
      committed: readingOf(messageShape.nullable()).describe('Of the newest 20 messages; null: none of them'),
    })
    .meta({ id: 'TopicConnection' }),
  http: { method: 'get', path: '/topics/{topic}/connection', tag: 'Topics', answer: 'As of now' },
  run: async ({ engine }, { topic, group = null }) => ({
    ...(await engine.topics.connection({ topic, group })),
    gateway: engine.kind === 'embedded' ? gatewayNow() : null,
  }),
});
