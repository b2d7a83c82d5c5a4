import { z } from 'zod';
import type { RedriveSelection } from '../../model/redrive/redrive';
import { deadLetterInput, toFilter } from './dead-letter-filter';
import { earlierRedriveSchema, leaveOutSchema } from './redrive';

/** A set as its plan froze it: moments only, a distance from now would be another set by the time it is used. */
export const planSelection = z.strictObject({
  deadLetterIds: z.array(z.int().positive()).max(500).optional(),
  messageIds: z.array(z.string().max(255)).max(500).optional(),
  filter: deadLetterInput.omit({ group: true }).optional(),
  redrive: earlierRedriveSchema.optional(),
  all: z.literal(true).optional(),
  leaveOut: leaveOutSchema.optional(),
  throughId: z.int().nonnegative(),
});
export type PlanSelection = z.output<typeof planSelection>;

/** What a set that a page has counted means to the broker. */
export function toPlanned<Given extends { readonly filter?: PlanSelection['filter'] }>({
  filter,
  ...given
}: Given): Omit<Given, 'filter'> & Pick<RedriveSelection, 'filter'> {
  if (filter === undefined) return given;
  const { group: _, ...moments } = toFilter(filter, '');
  return { ...given, filter: moments };
}
