import { z } from 'zod';
import { CLUSTER_TOPIC_TYPES } from '../../schemas/topic';
import { time } from '../../schemas/shapes';

export const failoverShape = z
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
    liteExpirationMinutes: z
      .int()
      .nullable()
      .describe(
        'Of a LITE topic: a lite topic ends when its newest message is older. null: when that has left the log',
      ),
    version: z.string().nullable().describe('In a cluster: name it in the next change'),
  })
  .meta({ id: 'Topic' });

export const listedTopicShape = topicShape
  .extend({
    throttledSince: time
      .nullable()
      .describe('Sends have been refused since then, pauses of a minute included; null: not now'),
    failover: failoverShape.nullable().describe('Where producers send when throttling lasts; null: not set'),
    useFailover: z.boolean().describe('Throttled for afterSeconds: producers should use the failover endpoints now'),
  })
  .meta({ id: 'ListedTopic' });
