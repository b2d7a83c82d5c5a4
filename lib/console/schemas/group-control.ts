import { z } from 'zod';
import { reasonSchema } from './group';

/** What an operator does with a group as a whole. */
export const controlGroupSchema = z.strictObject({
  name: z.string().max(200),
  reason: reasonSchema.min(1, 'Say why; it stays in the audit log.'),
});

/** Where a position goes. */
export const offsetToSchema = z
  .union([z.enum(['newest', 'earliest']), z.iso.datetime({ offset: true })])
  .describe('newest, earliest, or a time: the first message stored at it or later');

export function toOffset(to: z.infer<typeof offsetToSchema>): 'newest' | 'earliest' | Date {
  return to === 'newest' || to === 'earliest' ? to : new Date(to);
}
