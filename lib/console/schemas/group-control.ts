import { z } from 'zod';
import { reasonSchema } from './group';

/** What an operator does with a group as a whole. */
export const controlGroupSchema = z.strictObject({
  name: z.string().max(200),
  reason: reasonSchema.min(1, 'Say why; it stays in the audit log.'),
});
