import { z } from 'zod';
import { operation } from '../../http/operation';
import { retryPolicySchema } from '../../schemas/group';
import { time } from '../../schemas/shapes';
import { msg } from '../../../model/language/t';

const count = z.int().min(0);
const MAX_POLICY_CHARS = 2000;

/** In an address: `{"type":"fixed","intervalMs":3000}`. */
const policyText = z
  .string()
  .max(MAX_POLICY_CHARS)
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      ctx.addIssue({ code: 'custom', message: msg('{field} must be JSON, as in the settings of a group.') });
      return z.NEVER;
    }
  })
  .pipe(retryPolicySchema);

const outcome = z
  .object({
    rescued: count.describe('Dead letters that would have been consumed'),
    lost: count.describe('Consumed messages that would be dead letters'),
    sooner: count.describe('Messages that would have moved to the DLQ sooner than they did, or did not yet'),
    waiting: count.describe('Messages that have ended, and would still wait for a retry'),
    undecided: count.describe('No later result of the same cause is recorded, or results contradict each other'),
    peak: z
      .object({ least: count, most: count.describe('With retries after an undecided one') })
      .describe('Retries in the busiest second'),
  })
  .meta({ id: 'ReplayOutcome' });

export const policyReplay = operation({
  name: 'policyReplay',
  summary: 'Preview of a retry policy on the failures of the last 24 hours, beside the policy in use',
  permission: 'group:read',
  needs: 'policy-replay',
  subject: { group: ({ group }: { readonly group: string }) => group },
  effect: 'read',
  input: z.strictObject({
    group: z.string().max(200),
    maxRetries: z.number().optional().describe('Maximum retries to preview; omit for the saved value'),
    retryPolicy: policyText
      .optional()
      .describe('Retry policy to preview, as JSON like in the settings of a group; omit for the saved one'),
  }),
  output: z.object({
    replay: z
      .object({
        ...{ asOf: time, from: time },
        cutAt: time
          .nullable()
          .describe('There is more than is read: only messages that failed last from then on count. null: all of it'),
        version: count.describe('Of the policy in use'),
        messages: count.describe('Messages that failed'),
        dead: count.describe('Dead letters among the replayed ones, as recorded'),
        unreplayed: z
          .object({
            record: count.describe('The record is not whole, or the client did not report its own retries'),
            client: count.describe('A simple consumer sets the wait before each delivery itself'),
            operator: count.describe('An operator ended, held or took back the message'),
          })
          .describe('Messages that no policy is replayed for'),
        before: outcome.describe('With the policy in use'),
        after: outcome.describe('With the given policy'),
      })
      .nullable()
      .describe('null: a broadcast group retries nothing'),
  }),
  http: { method: 'get', path: '/groups/{group}/policy-replay', tag: 'Groups', answer: 'The outcome of both policies' },
  run: async ({ engine }, asked) => ({ replay: await engine.groups.replay(asked) }),
});
