import { z } from 'zod';
import { LIMIT_KIND_NAMES, LIMIT_SCOPES } from '../../model/throttle/limit-kind';

/**
 * Shapes of limits as actions, reads and the HTTP API take them. Ranges are the verb's to check: one place, one
 * wording.
 */
export const limitKeySchema = z.strictObject({
  kind: z.enum(LIMIT_KIND_NAMES),
  scope: z.enum(LIMIT_SCOPES),
  subject: z.string().max(255).default(''),
});

export const limitFieldsSchema = z.strictObject({
  hard: z.number(),
  softShare: z.number().optional(),
  burstMs: z.number().optional(),
  enabled: z.boolean().optional(),
});
