import { z } from 'zod';

const count = z.int().min(0);

/** What goes at each broker of a cluster. */
export const deletionInBrokers = z
  .object({
    brokers: z.array(
      z.object({
        broker: z.string(),
        problem: z.string().nullable().describe('Why it gave no answer: what it has is unknown, and stays'),
        hasSettings: z.boolean().describe('false: not there, or there is only what an earlier deletion left'),
        positions: count.describe('Queues in which groups have a position'),
        topics: z.array(z.object({ topic: z.string(), queues: count, messages: count })),
        left: z.array(z.string()).describe('Retry topics that stay: by their names they may be of another group'),
      }),
    ),
    nameServers: z
      .array(z.object({ place: z.string(), problem: z.string().nullable() }))
      .describe('After a deletion: a problem is why one may still name brokers of a topic'),
  })
  .nullable()
  .describe('null: one store');
