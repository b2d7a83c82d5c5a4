import { z } from 'zod';
import { formatCount } from '../../model/count';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { LIMITS } from '../../model/limits';
import { REQUEST_LIMITS } from '../../model/request-limits';

const text = z.string().max(5000);

/** One message as an operator writes it; limits of the protocol are checked by the verb, which names them. */
export const testMessageSchema = z.strictObject({
  topic: z.string().min(1).max(200),
  body: z
    .string()
    .max(REQUEST_LIMITS.base64Chars)
    .describe(`Text, or base64 with \`bodyBase64\`; at most ${formatCount(LIMITS.bodyBytes)} bytes`),
  bodyBase64: z.boolean().default(false).describe('The body is base64'),
  tag: text.optional().describe('Tag of the message'),
  keys: z.array(text).max(64).default([]).describe('Keys of the message'),
  properties: z.record(text, text).default({}).describe('User properties of the message, by name'),
  messageGroup: text.optional().describe('Required for FIFO topics; for LITE topics, the name of the lite topic'),
  priority: z
    .number()
    .int()
    .min(0)
    .max(LIMITS.priority)
    .optional()
    .describe('Required for PRIORITY topics; 0 is the lowest'),
  deliverAt: z.iso.datetime().optional().describe('For DELAY topics: delivery time; omit to deliver immediately'),
  delayMs: z.number().int().min(0).optional().describe('Delay from now in ms, instead of `deliverAt`'),
  broker: z
    .string()
    .max(200)
    .optional()
    .describe('In an attached cluster: broker that stores the message; default the first one'),
  reason: z.string().max(500).optional().describe('Kept in the audit log'),
});

type Given = z.output<typeof testMessageSchema>;

/** @throws BrokerError bad-request */
export function toTestMessage({ body, bodyBase64, deliverAt, delayMs, ...rest }: Given, nowIso: string) {
  if (bodyBase64 && !/^[\d+/A-Za-z]*={0,2}$/.test(body))
    throw new BrokerError('bad-request', told('body is not base64.'), { field: 'body', limit: 'base64' });
  return {
    ...rest,
    body: Buffer.from(body, bodyBase64 ? 'base64' : 'utf8'),
    deliverAt:
      deliverAt !== undefined
        ? new Date(deliverAt)
        : delayMs === undefined || delayMs === 0
          ? undefined
          : new Date(Date.parse(nowIso) + delayMs),
  };
}
