import { z } from 'zod';
import { MESSAGE_TYPES } from '../../model/topic/topic';

/** A page about one topic. */
export const topicInput = z.strictObject({ topic: z.string().max(255) });

/** What brokers of a cluster keep of a topic. MIXED: all types. UNSPECIFIED: made without a type, by a tool of 4.x. */
export const CLUSTER_TOPIC_TYPES = [...MESSAGE_TYPES, 'MIXED', 'UNSPECIFIED'] as const;
