import { z } from 'zod';
import type { CareWish } from '../../model/redrive-care';
import { rowId } from './row-id';

export const controlRedriveSchema = z.strictObject({
  redriveId: rowId,
  reason: z.string().trim().max(500).optional(),
});

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
      delayP95Ms: z.number().nullable().optional().describe('Hold while live messages wait longer; default off'),
    })
    .nullable()
    .optional()
    .describe('When it stops by itself. Left out: the defaults. Null: never'),
} satisfies { readonly [Field in keyof CareWish]-?: z.ZodType<CareWish[Field]> };
