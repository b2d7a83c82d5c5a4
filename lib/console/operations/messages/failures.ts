import { z } from 'zod';
import { FAILURE_LIMITS } from '../../../broker';
import { toFailure } from '../../http/failure';
import { operation } from '../../http/operation';
import { errorShape } from '../../schemas/shapes';

const reportSchema = z
  .strictObject({
    messageId: z.string().describe('Message ID'),
    group: z.string().describe('Group in which the delivery failed'),
    attempt: z.number().describe('Number of the delivery that failed; 1 is the first'),
    errorType: z.string().describe('Error type, 1 to 200 characters'),
    message: z.string().describe('Error message, at most 4,000 characters'),
    stack: z.string().optional().describe('Stack trace, at most 16,000 characters'),
    appVersion: z
      .string()
      .optional()
      .describe('Version of the application, at most 100 characters; shown with the cause'),
    clientId: z
      .string()
      .optional()
      .describe('Client that failed; for broadcast groups, in which each client has its own delivery'),
    topic: z.string().optional().describe('Required if several topics have a message with this ID'),
    agoMs: z
      .number()
      .optional()
      .describe(
        'How long before this call the delivery failed, 0 to 86,400,000 ms; tells deliveries before and after ' +
          'a re-drive apart',
      ),
  })
  .meta({ id: 'FailureReport' });

const storedShape = z.object({ stored: z.boolean().describe('false: this delivery had a report') });

/** The body, its items, and their fields. */
const TEXT_DEPTH = 3;

/**
 * An error text may hold anything: what cannot be stored is shown as a replacement character, and must not cost the
 * report.
 */
function withStorableText(value: unknown, depth = TEXT_DEPTH): unknown {
  if (typeof value === 'string') return value.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD');
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withStorableText(item, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withStorableText(field, depth - 1)]));
}

export const reportFailure = operation({
  name: 'reportFailure',
  summary: 'Report why deliveries failed, one or many in a call; idempotent, the first report of a delivery is kept',
  permission: 'failure:report',
  subject: {
    names: ({ report }) =>
      ('items' in report ? report.items : [report]).map(({ group }) => ({ kind: 'group', name: group })),
  },
  effect: 'change',
  input: z.strictObject({
    report: z.union([
      reportSchema,
      z.strictObject({ items: z.array(reportSchema).describe(`1 to ${FAILURE_LIMITS.reports}`) }),
    ]),
  }),
  output: z.union([
    storedShape,
    z.object({ items: z.array(z.union([storedShape, errorShape.describe('This one was not kept')])) }),
  ]),
  http: {
    ...{ method: 'post', path: '/failures', tag: 'Failures', body: 'report', mendBody: withStorableText },
    answer: 'Stored now or before; for many, the result of each, in their order',
  },
  run: async ({ engine: { messages } }, { report }) => {
    if (!('items' in report)) return messages.report(report);
    const outcomes = await messages.reportMany(report.items);
    return {
      items: outcomes.map((outcome) =>
        'error' in outcome ? { error: toFailure(outcome.error, '/failures') } : outcome,
      ),
    };
  },
});
