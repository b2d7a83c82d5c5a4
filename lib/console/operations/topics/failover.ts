import { z } from 'zod';
import { formatCount } from '../../../model/count';
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
    endpoints: z.string().trim().max(1000).nullable().describe('Endpoints that producers move to; `null` for none'),
    afterSeconds: z
      .number()
      .optional()
      .describe(
        `Seconds of throttling after which producers move, 1 to ${formatCount(FAILOVER.afterSeconds[1])}, ` +
          `default ${FAILOVER.defaultAfterSeconds}`,
      ),
    version: z.int().min(0).default(0).describe('Version that you read; 0 if there was none'),
    reason: z.string().trim().max(500).default('').describe('Kept in the audit log'),
  }),
  output: z.object({ failover: failoverShape.nullable() }),
  http: { method: 'put', path: '/topics/{topic}/failover', tag: 'Topics', answer: 'Said' },
  run: async ({ engine, actor }, change) => ({ failover: await engine.topics.setFailover({ ...change, actor }) }),
});
