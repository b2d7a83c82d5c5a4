import 'server-only';
import { z } from 'zod';
import { reportFailure } from '../../broker';
import { defineRoute } from './route';

export const reportFailureRoute = defineRoute({
  method: 'post',
  path: '/failures',
  name: 'reportFailure',
  summary: 'Say why a delivery failed; idempotent, the first report of a delivery stays',
  tag: 'Failures',
  permission: 'failure:report',
  body: z.strictObject({
    messageId: z.string(),
    group: z.string(),
    attempt: z.number().describe('The delivery that failed, 1 = the first'),
    errorType: z.string().describe('1 to 200 characters'),
    message: z.string().describe('At most 4,000 characters'),
    stack: z.string().optional().describe('At most 16,000 characters'),
    clientId: z
      .string()
      .optional()
      .describe('Which client failed; for broadcast groups, where each client has its own delivery'),
    topic: z.string().optional().describe('Needed only when several topics hold the same message id'),
  }),
  answers: [
    {
      status: 200,
      description: 'Kept now or before',
      schema: z.object({ stored: z.boolean().describe('false: this delivery had a report') }),
    },
  ],
  run: async ({ broker }, { body }) => ({ status: 200, body: await reportFailure(broker, body) }),
});
