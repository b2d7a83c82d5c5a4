import { z } from 'zod';
import { MAX_PAGE } from '../../broker/page-of';
import type { Reading } from '../../model/reading';

/** Shapes that several routes share. `meta({ id })` names them in the document. */

export const errorShape = z
  .object({
    error: z.object({
      code: z.string().describe('Closed list, e.g. bad-request, conflict, group-not-found'),
      field: z.string().optional().describe('The input that is wrong'),
      limit: z.union([z.string(), z.number()]).optional(),
      value: z.union([z.string(), z.number(), z.null()]).optional(),
      message: z.string(),
    }),
  })
  .meta({ id: 'Error' });

export const time = z.iso.datetime().describe('UTC, ISO 8601');

export const listQuery = {
  cursor: z.string().max(300).optional().describe('nextCursor of the page before'),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
};

export function pageShape<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<{ items: z.ZodArray<Item>; nextCursor: z.ZodNullable<z.ZodString> }> {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable().describe('null: the last page') });
}

/** A count with the moment it was read; unknown is null, never 0. */
export const readingShape = z
  .object({
    kind: z.enum(['value', 'stale', 'unknown']),
    value: z.number().nullable(),
    asOf: time.nullable(),
    estimate: z.literal(true).optional().describe('Not exact'),
    reason: z.string().optional(),
  })
  .meta({ id: 'Reading' });

export function toReadingShape(reading: Reading<number>): z.input<typeof readingShape> {
  if (reading.kind === 'unknown') return { kind: 'unknown', value: null, asOf: reading.since, reason: reading.reason };
  return {
    kind: reading.kind,
    value: reading.value,
    asOf: reading.asOf,
    ...(reading.kind === 'stale' ? { reason: reading.reason } : {}),
    ...(reading.kind === 'value' && reading.estimate === true ? { estimate: true as const } : {}),
  };
}
