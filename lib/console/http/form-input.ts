import 'server-only';
import type { z } from 'zod';

/**
 * The fields of a form that a browser sent; null: there is none, or it is another one. A caller that knows the id of a
 * server action can call it with any arguments, also without a session: the type of a parameter says nothing about
 * them.
 */
export function readForm<Schema extends z.ZodType>(schema: Schema, form: unknown): z.output<Schema> | null {
  if (!(form instanceof FormData)) return null;
  return schema.safeParse(Object.fromEntries(form)).data ?? null;
}
