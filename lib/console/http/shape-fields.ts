import { z } from 'zod';

/** Only the fields that a shape names, whether it allows their values or not. */
export function named(shape: z.ZodType, value: unknown): unknown {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable)
    return named(shape.unwrap() as z.ZodType, value);
  if (shape instanceof z.ZodArray && Array.isArray(value))
    return value.map((each) => named(shape.element as z.ZodType, each));
  if (!(shape instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const fields = Object.entries(shape.shape as Record<string, z.ZodType>).filter(([field]) => field in given);
  return Object.fromEntries(fields.map(([field, each]) => [field, named(each, given[field])]));
}

/** Numbers and flags arrive as text in an address. */
export function fromText(input: z.ZodObject): (given: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const kinds = new Map(Object.entries(input.shape).map(([name, field]) => [name, kindOf(field as z.ZodType)]));
  return (given) =>
    Object.fromEntries(Object.entries(given).map(([name, text]) => [name, typed(text, kinds.get(name))]));
}

function kindOf(field: z.ZodType): unknown {
  return z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }).type;
}

function typed(text: unknown, kind: unknown): unknown {
  if (typeof text !== 'string') return text;
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  // What is no number stays a text, so that its refusal can name it.
  return (kind === 'number' || kind === 'integer') && text.trim() !== '' && Number.isFinite(Number(text))
    ? Number(text)
    : text;
}

export function only(input: z.ZodObject, fields: readonly string[]): z.ZodObject {
  return z.strictObject(Object.fromEntries(fields.map((field) => [field, input.shape[field] as z.ZodType])));
}
