import { z } from 'zod';
import { LIMIT_KIND_NAMES, LIMIT_SCOPES } from '../../model/throttle/limit-kind';

/**
 * Shapes of limits as actions, reads and the HTTP API take them. Ranges are the verb's to check: one place, one
 * wording.
 */
export const limitKeySchema = z.strictObject({
  kind: z.enum(LIMIT_KIND_NAMES).describe('Kind of limit'),
  scope: z.enum(LIMIT_SCOPES).describe('What the limit applies to'),
  subject: z.string().max(255).default('').describe('Topic, group or access key; empty for the broker'),
});

export const limitFieldsSchema = z.strictObject({
  hard: z.number().describe('Refuses at this value, in the unit of the kind'),
  softShare: z
    .number()
    .optional()
    .describe('Share of `hard` at which a warning starts; a level that refused accepts again below it'),
  burstMs: z.number().optional().describe('For rates: how much unused time can be caught up, in ms'),
  enabled: z.boolean().optional().describe('Whether it is active'),
});
