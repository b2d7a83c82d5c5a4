import { z } from 'zod';
import type { RedriveSelection } from '../../model/redrive';
import { deadLetterInput, toFilter } from './dead-letter-filter';

/** Which dead letters of a group a button is about: rows that were ticked, or all that match what is on the screen. */
export const letterSelection = z.strictObject({
  group: z.string().max(200),
  deadLetterIds: z.array(z.int().positive()).max(500).optional(),
  filter: deadLetterInput.omit({ group: true }).optional(),
  all: z.literal(true).optional(),
  /** From the dry run that the operator saw. */
  throughId: z.int().nonnegative(),
});

/** Moments only: a distance from now would be another set by the time it is used. */
export function toSelection({
  filter,
  ...given
}: z.output<typeof letterSelection>): RedriveSelection & { readonly group: string } {
  if (filter === undefined) return given;
  const { group: _, ...moments } = toFilter(filter, '');
  return { ...given, filter: moments };
}
