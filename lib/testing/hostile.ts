import type { z } from 'zod';

import { isFull } from './full';

/** Hostile values in the place of a text in an address. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...['', '\0', 'a\0b', '\ud800', '-1', '0', '2147483648', '9'.repeat(18), '9'.repeat(40), '1e999', 'NaN', '__proto__'],
  ...['%', "'", '\\', '../..', '٣', '-9999d', '9999d', '0001-01-01T00:00Z', '9999-12-31T23:59Z', '2026-02-30'],
  ...['x'.repeat(10_000), '😀'.repeat(300), '[]', '{"a":1}'],
];

function nested(levels: number): unknown {
  let value: unknown = [];
  for (let n = 0; n < levels; n += 1) value = [value];
  return value;
}

/** The same in the place of a value of JSON. */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE_TEXTS,
  ...[null, true, -1, 0, 0.5, 1e308, 2 ** 31, 2 ** 53, {}, [], [[]], ['\0'], { a: '\0' }, { 'a\0': 1 }],
  ...[nested(1000), Array.from({ length: 3000 }, (_, n) => n), JSON.parse('{"__proto__":{"a":1}}')],
];

const PLAUSIBLE: readonly unknown[] = [
  ...[
    'orders',
    '1',
    '2026-01-01T00:00Z',
    'a@b.example',
    'https://hooks.example/x',
    '10s',
    '0A0B0C0D',
    1,
    true,
    60,
    1000,
  ],
  ...[null, {}, []],
];

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
}

function definitionOf(schema: z.ZodType): Definition {
  return schema.def;
}

/** Something that the schema is likely to take, so that one wrong part of it is what is judged. */
export function plausible(schema: z.ZodType): unknown {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'object':
      return Object.fromEntries(Object.entries(definition.shape ?? {}).map(([key, part]) => [key, plausible(part)]));
    case 'array':
      return definition.element === undefined ? [] : [plausible(definition.element)];
    case 'optional':
    case 'nullable':
    case 'default':
      return definition.innerType === undefined ? undefined : plausible(definition.innerType);
    case 'union':
      return definition.options?.[0] === undefined ? undefined : plausible(definition.options[0]);
    case 'enum':
      return Object.values(definition.entries ?? {})[0];
    case 'literal':
      return definition.values?.[0];
    default:
      return PLAUSIBLE.find((value) => schema.safeParse(value).success);
  }
}

/** The names of its parts; of a choice between objects, of all of them. */
export function partsOf(schema: z.ZodType | null): string[] {
  if (schema === null) return [];
  const { type, shape, options, innerType } = definitionOf(schema);
  if (type === 'object') return Object.keys(shape ?? {});
  if (innerType !== undefined) return partsOf(innerType);
  return [...new Set((options ?? []).flatMap(partsOf))];
}

/** The plausible whole with one part replaced, for each part and each value. */
export function* withOneWrong(
  schema: z.ZodType,
  values: readonly unknown[],
): Generator<{ readonly part: string; readonly value: unknown; readonly whole: Record<string, unknown> }> {
  const base = plausible(schema);
  for (const part of partsOf(schema))
    for (const value of values) yield { part, value, whole: { ...(base as Record<string, unknown>), [part]: value } };
}

/** Of what a schema refuses, one in so many is sent all the same; the next part starts with the next value. */
const REFUSED_SENT_EVERY = 10;
let parts = 0;

/**
 * The same, as far as it is worth a request: all that the schema takes, since that reaches what is behind it. What it
 * refuses is answered in one way, so a part of it is enough (all in the full form); each must be refused, not thrown at.
 */
export function* worthSending(
  schema: z.ZodType,
  values: readonly unknown[],
  asRead: (whole: Record<string, unknown>) => unknown = (whole) => whole,
): ReturnType<typeof withOneWrong> {
  let [last, index] = ['', 0];
  for (const one of withOneWrong(schema, values)) {
    if (one.part !== last) [last, index, parts] = [one.part, 0, parts + 1];
    index += 1;
    const isTaken = schema.safeParse(asRead(one.whole)).success;
    if (isTaken || isFull || (index + parts) % REFUSED_SENT_EVERY === 0) yield one;
  }
}
