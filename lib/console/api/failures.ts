import 'server-only';
import { z } from 'zod';
import { FAILURE_LIMITS, reportFailure, reportFailures } from '../../broker';
import { reportClusterFailures } from '../../engine';
import { toFailure } from '../http/failure';
import { defineRoute } from '../http/define-route';
import { errorShape } from '../schemas/shapes';

const reportSchema = z
  .strictObject({
    messageId: z.string(),
    group: z.string(),
    attempt: z.number().describe('The delivery that failed, 1 = the first'),
    errorType: z.string().describe('1 to 200 characters'),
    message: z.string().describe('At most 4,000 characters'),
    stack: z.string().optional().describe('At most 16,000 characters'),
    appVersion: z
      .string()
      .optional()
      .describe('What the application says its version is, at most 100 characters; shown beside the cause'),
    clientId: z
      .string()
      .optional()
      .describe('Which client failed; for broadcast groups, where each client has its own delivery'),
    topic: z.string().optional().describe('Needed only when several topics hold the same message id'),
    agoMs: z
      .number()
      .optional()
      .describe(
        'How long before this call the delivery failed, 0 to 86,400,000; tells lives before and after a re-drive',
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

export const reportFailureRoute = defineRoute({
  method: 'post',
  path: '/failures',
  name: 'reportFailure',
  summary: 'Report why deliveries failed, one or many in a call; idempotent, the first report of a delivery stays',
  tag: 'Failures',
  permission: 'failure:report',
  subject: {
    names: ({ body }) => ('items' in body ? body.items : [body]).map(({ group }) => ({ kind: 'group', name: group })),
  },
  mendBody: withStorableText,
  body: z.union([
    reportSchema,
    z.strictObject({ items: z.array(reportSchema).describe(`1 to ${FAILURE_LIMITS.reports}`) }),
  ]),
  answers: [
    {
      status: 200,
      description: 'Stored now or before; for many, the result of each, in their order',
      schema: z.union([
        storedShape,
        z.object({ items: z.array(z.union([storedShape, errorShape.describe('This one was not kept')])) }),
      ]),
    },
  ],
  runInCluster: async ({ broker, engine }, { body }) => {
    const isOne = !('items' in body);
    const stored = await reportClusterFailures(broker, engine, isOne ? [body] : body.items);
    const items = stored.map((each) => ({ stored: each }));
    return { status: 200, body: isOne ? items[0] : { items } };
  },
  run: async ({ broker }, { body }) => {
    if (!('items' in body)) return { status: 200, body: await reportFailure(broker, body) };
    const outcomes = await reportFailures(broker, body.items);
    const items = outcomes.map((outcome) =>
      'error' in outcome ? { error: toFailure(outcome.error, '/failures') } : outcome,
    );
    return { status: 200, body: { items } };
  },
});
