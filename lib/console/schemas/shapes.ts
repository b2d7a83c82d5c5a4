import { tell } from '../../model/language/t';
import { z } from 'zod';
import { MAX_PAGE } from '../../broker/page-of';
import type { ToldReading } from '../../model/reading';

/** Shapes that several routes share. `meta({ id })` names them in the document. */

const problemShape = {
  field: z.string().optional().describe('The input that is wrong'),
  limit: z.union([z.string(), z.number()]).optional(),
  value: z.union([z.string(), z.number(), z.null()]).optional(),
  message: z.string(),
};

export const errorShape = z
  .object({
    error: z.object({
      code: z.string().describe('Closed list, e.g. bad-request, conflict, group-not-found'),
      ...problemShape,
      problems: z
        .array(z.object(problemShape))
        .optional()
        .describe('Every input that was refused, the one above first; absent if the refusal is about no input'),
    }),
  })
  .meta({ id: 'Error' });

/** Clients and proxies take "." and ".." out of a path. */
export const ID_IN_PATH = 'Message ID, percent-encoded; write "." and ".." as "~." and "~.."';

export const time = z.iso.datetime().describe('UTC, ISO 8601');

export const listQuery = {
  cursor: z.string().max(300).optional().describe('`nextCursor` of the previous page'),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional().describe('Maximum number of items'),
};

export function pageShape<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<{ items: z.ZodArray<Item>; nextCursor: z.ZodNullable<z.ZodString> }> {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable().describe('null: the last page') });
}

/** A count with the moment it was read; unknown is null, never 0. */
const readingShape = z
  .object({
    kind: z.enum(['value', 'stale', 'unknown']),
    value: z.number().nullable(),
    asOf: time.nullable(),
    estimate: z.literal(true).optional().describe('Not exact'),
    bound: z.enum(['atLeast', 'atMost']).optional().describe('The true value is this or more, or less; see reason'),
    notOffered: z.literal(true).optional().describe('Unknown, and no waiting helps: this engine never tells it'),
    reason: z.string().optional(),
  })
  .meta({ id: 'Reading' });

function toReadingShape<T = number>(
  reading: ToldReading<T>,
): Omit<z.input<typeof readingShape>, 'value'> & { readonly value: T | null } {
  if (reading.kind === 'unknown')
    return {
      ...{ kind: 'unknown' as const, value: null, asOf: reading.since, reason: tell(reading.reason) },
      ...(reading.notOffered === true ? { notOffered: true as const } : {}),
    };
  return {
    kind: reading.kind,
    value: reading.value,
    asOf: reading.asOf,
    ...(reading.reason === undefined ? {} : { reason: tell(reading.reason) }),
    ...(reading.kind === 'value' && reading.atLeast === true ? { bound: 'atLeast' as const } : {}),
    ...(reading.kind === 'value' && reading.atMost === true ? { bound: 'atMost' as const } : {}),
    ...(reading.kind === 'value' && reading.estimate === true ? { estimate: true as const } : {}),
  };
}

/** For an operation that answers with Readings, where the API has the shape above. */
export const reading = z
  .custom<ToldReading<number>>()
  .transform((each) => toReadingShape(each))
  .pipe(readingShape);

/** The same, of another value than a number; nullable: it can be unknown. */
export function readingOf<T extends z.ZodType>(value: T) {
  const shape: z.ZodType = readingShape.extend({ value });
  return z
    .custom<ToldReading<z.input<T>>>()
    .transform((each): unknown => toReadingShape(each))
    .pipe(shape);
}

export const silent = z
  .array(z.object({ broker: z.string(), reason: z.string() }))
  .describe('Brokers that did not answer');

export const leaseHolderShape = z
  .object({
    client: z.string(),
    host: z.string().nullable().describe('Where its connection comes from; null: no node reports it'),
    sdk: z.string().nullable(),
    appVersion: z.string().nullable().describe('As the application reported it for this message; null: it did not'),
  })
  .meta({ id: 'LeaseHolder' });
