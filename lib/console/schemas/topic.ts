import { z } from 'zod';
import { MESSAGE_TYPES } from '../../model/topic';

/** Of each broker of a cluster, when no number is given; as an embedded topic has. */
export const DEFAULT_QUEUES = 4;

/** What brokers of a cluster keep of a topic. MIXED: all types. UNSPECIFIED: made without a type, by a tool of 4.x. */
export const CLUSTER_TOPIC_TYPES = [...MESSAGE_TYPES, 'MIXED', 'UNSPECIFIED'] as const;

export const clusterTopicSchema = z.strictObject({
  topic: z.string().min(1).max(200),
  queues: z.number(),
  messageType: z.enum(CLUSTER_TOPIC_TYPES),
  version: z.string().max(20_000),
  reason: z.string().trim().max(500).optional(),
});
