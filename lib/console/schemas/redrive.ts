import { z } from 'zod';
import { LIMITS } from '../../model/limits';
import { DEAD_VERDICTS, REDRIVE_LIMITS } from '../../model/redrive/redrive';
import type { CareWish } from '../../model/redrive/redrive-care';
import { CONVERSIONS } from '../../model/redrive/redrive-edits';
import { rowId } from './row-id';

/** How carefully a re-drive goes: for a start, of the console and of the API. The verb checks the numbers. */
export const careFields = {
  canary: z
    .strictObject({ count: z.number().optional(), percent: z.number().optional() })
    .nullable()
    .optional()
    .describe('Released first; the rest waits for their first deliveries. Left out: 10. Null: none'),
  ramp: z
    .array(z.strictObject({ ratePerSecond: z.number().nullable(), afterVerdicts: z.number() }))
    .nullable()
    .optional()
    .describe('Rates after the canary, each from so many verdicts of first deliveries on. Null: full rate at once'),
  abort: z
    .strictObject({
      failedShare: z.number().nullable().optional().describe('Of the canary, or of the last ofLast; default 0.2'),
      ofLast: z.number().optional().describe('Default 20'),
      unfetchedMs: z.number().nullable().optional().describe('Stop when no client fetches for so long; default 120000'),
      delayP95Ms: z
        .number()
        .nullable()
        .optional()
        .describe('Hold while live messages wait longer; default off. Not in a cluster'),
    })
    .nullable()
    .optional()
    .describe('When it stops by itself. Left out: the defaults. Null: never'),
} satisfies { readonly [Field in keyof CareWish]-?: z.ZodType<CareWish[Field]> };

export const leaveOutSchema = z
  .strictObject({
    newerConsumed: z
      .boolean()
      .optional()
      .describe('Letters of which the group has consumed a newer message of the same key; an older one could undo it'),
    held: z.boolean().optional().describe('Letters that an operator holds'),
    tags: z
      .array(z.string().max(300).nullable())
      .max(REDRIVE_LIMITS.leftOutTags)
      .optional()
      .describe('Those with one of these tags; null: those without a tag'),
  })
  .describe('What stays behind although it matches; what another open re-drive has always does');

export const withoutCausesSchema = z
  .array(z.string().max(200))
  .max(REDRIVE_LIMITS.withoutCauses)
  .optional()
  .describe('Fingerprints: dead letters with one of these causes are not meant');

export const earlierRedriveSchema = z
  .strictObject({
    redriveId: rowId,
    verdicts: z.array(z.enum(DEAD_VERDICTS)).min(1),
    withoutCauses: withoutCausesSchema,
  })
  .describe('Messages of an earlier re-drive that are dead letters now, by their outcome');

const properties = z.record(z.string(), z.string());
const pointer = z.string().max(1000).describe('A JSON pointer, such as /order/currency');

export const editsSchema = z
  .strictObject({
    messages: z
      .array(
        z.strictObject({
          messageId: z.string().max(255),
          body: z.string().max(LIMITS.bodyBytes).optional().describe(`UTF-8 text, at most ${LIMITS.bodyBytes} bytes`),
          tag: z.string().nullable().optional(),
          keys: z.array(z.string()).optional(),
          properties: properties.optional().describe('All of them'),
        }),
      )
      .optional()
      .describe('New values, message by message; what is left out stays as it is'),
    rule: z
      .strictObject({
        patch: z
          .array(
            z.discriminatedUnion('op', [
              z.strictObject({ op: z.enum(['add', 'replace', 'test']), path: pointer, value: z.unknown() }),
              z.strictObject({ op: z.literal('remove'), path: pointer }),
              z.strictObject({ op: z.enum(['move', 'copy']), path: pointer, from: pointer }),
            ]),
          )
          .optional()
          .describe(
            'RFC 6902, of a JSON body. A move or copy onto a field that is there leaves its message behind, ' +
              'unless an operation before it removes that field',
          ),
        convert: z
          .array(z.strictObject({ path: pointer, to: z.enum(CONVERSIONS) }))
          .optional()
          .describe(
            'After the patch: "7" becomes 7, and back. A value that cannot be converted leaves its message behind',
          ),
        setProperties: properties.optional(),
        removeProperties: z.array(z.string()).optional(),
        tag: z.string().nullable().optional(),
      })
      .optional()
      .describe('The same change of every message; one to which it does not apply stays behind'),
  })
  .describe('Changes the messages before they go; what they were is kept');

export type EditsInput = z.input<typeof editsSchema>;

export const targetSchema = z
  .strictObject({ topic: z.string().max(127) })
  .describe(
    'Sends them there instead of back to the group: every group of the topic gets a copy, and no verdict follows',
  );

/** Of an attached cluster. */
export const clusterFields = {
  confirmed: z
    .array(z.string().max(200))
    .max(500)
    .optional()
    .describe('In a cluster: the other groups that get a copy, where it goes through a topic; all of them are named'),
  assumed: z
    .enum(['4.x', '5.x'])
    .optional()
    .describe('In a cluster: what clients the group has, while none is connected'),
};
