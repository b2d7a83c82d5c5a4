import { z } from 'zod';
import { LIMITS } from '../../model/limits';
import { DEAD_VERDICTS, REDRIVE_LIMITS } from '../../model/redrive/redrive';
import type { CareWish } from '../../model/redrive/redrive-care';
import { CONVERSIONS } from '../../model/redrive/redrive-edits';
import { rowId } from './row-id';

/** How carefully a re-drive goes: for a start, of the console and of the API. The verb checks the numbers. */
export const careFields = {
  canary: z
    .strictObject({
      count: z.number().optional().describe('Number of messages'),
      percent: z.number().optional().describe('Share of the messages in percent'),
    })
    .nullable()
    .optional()
    .describe(
      'Messages released first; the rest waits for the results of their first deliveries. Default 10, `null` ' +
        'for no canary',
    ),
  ramp: z
    .array(z.strictObject({ ratePerSecond: z.number().nullable(), afterVerdicts: z.number() }))
    .nullable()
    .optional()
    .describe(
      'Rates after the canary, each from a number of verdicts of first deliveries; `null` for the full rate ' +
        'immediately',
    ),
  abort: z
    .strictObject({
      failedShare: z
        .number()
        .nullable()
        .optional()
        .describe(
          'Failed share of the canary, or of the last `ofLast` messages, at which the re-drive stops; default 0.2',
        ),
      ofLast: z.number().optional().describe('Number of last messages in which failures are counted, default 20'),
      unfetchedMs: z
        .number()
        .nullable()
        .optional()
        .describe('Stop if no client fetches messages for this long, in ms; default 120,000'),
      delayP95Ms: z
        .number()
        .nullable()
        .optional()
        .describe(
          'Wait while the 95th percentile of the delay of live messages is above this, in ms; default off. Not ' +
            'in an attached cluster',
        ),
    })
    .nullable()
    .optional()
    .describe('When the re-drive stops automatically; omit for the defaults, `null` for never'),
} satisfies { readonly [Field in keyof CareWish]-?: z.ZodType<CareWish[Field]> };

export const leaveOutSchema = z
  .strictObject({
    newerConsumed: z
      .boolean()
      .optional()
      .describe(
        'Dead letters with a newer message of the same key that the group consumed; the older one could undo it',
      ),
    held: z.boolean().optional().describe('Dead letters that an operator holds'),
    tags: z
      .array(z.string().max(300).nullable())
      .max(REDRIVE_LIMITS.leftOutTags)
      .optional()
      .describe('Dead letters with one of these tags; `null` for those without a tag'),
  })
  .describe('Matching dead letters to leave out; those in another open re-drive are always left out');

export const withoutCausesSchema = z
  .array(z.string().max(200))
  .max(REDRIVE_LIMITS.withoutCauses)
  .optional()
  .describe('Fingerprints of causes; dead letters with one of these causes are excluded');

export const earlierRedriveSchema = z
  .strictObject({
    redriveId: rowId,
    verdicts: z.array(z.enum(DEAD_VERDICTS)).min(1),
    withoutCauses: withoutCausesSchema,
  })
  .describe('Messages of an earlier re-drive that are dead letters now, by verdict');

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
      .describe('New values for each message; omitted values do not change'),
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
      .describe('The same change for all messages; a message to which it does not apply is left out'),
  })
  .describe('Changes to the messages before they are sent; the originals are kept');

export type EditsInput = z.input<typeof editsSchema>;

export const targetSchema = z
  .strictObject({ topic: z.string().max(127).describe('Topic to send to') })
  .describe(
    'Send the messages to this topic instead of their group: every group of the topic gets a copy, and there ' +
      'are no verdicts',
  );

/** Of an attached cluster. */
export const clusterFields = {
  confirmed: z
    .array(z.string().max(200))
    .max(500)
    .optional()
    .describe(
      'In an attached cluster: other groups that get a copy because the re-drive goes through a topic; name ' +
        'all of them',
    ),
  assumed: z
    .enum(['4.x', '5.x'])
    .optional()
    .describe('In an attached cluster: version of the clients of the group, if none is connected'),
};
