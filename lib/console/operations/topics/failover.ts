import { z } from 'zod';
import { FAILOVER } from '../../../model/throttle/failover';
import { operation } from '../../http/operation';
import { failoverShape } from './shapes';

export const setFailover = operation({
  name: 'putFailover',
  summary: 'Set the endpoints that producers of a topic move to when throttling lasts',
  permission: 'topic:write',
  subject: { topic: ({ topic }) => topic },
  effect: 'change',
  needs: 'failover',
  input: z.strictObject({
    topic: z.string(),
    endpoints: z.string().trim().max(1000).nullable().describe('null: there shall be none'),
    afterSeconds: z
      .number()
      .optional()
      .describe(`1 to ${FAILOVER.afterSeconds[1]}, default ${FAILOVER.defaultAfterSeconds}`),
    version: z.int().min(0).default(0).describe('The version you saw; 0: there was none'),
    reason: z.string().trim().max(500).default(''),
  }),
  output: z.object({ failover: failoverShape.nullable() }),
  http: { method: 'put', path: '/topics/{topic}/failover', tag: 'Topics', answer: 'Said' },
  run: async ({ engine, actor }, change) => ({ failover: await engine.topics.setFailover({ ...change, actor }) }),
});
