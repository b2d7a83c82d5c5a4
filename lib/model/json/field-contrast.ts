/** A field of a JSON body with a value, and the share of bodies on either side that have it. */
export interface Contrast {
  /** "payment.gateway", "items[].sku". */
  readonly path: string;
  /** As it is shown; null: the field is there, whatever its value. */
  readonly value: string | null;
  /** 0 to 1. */
  readonly failed: number;
  readonly succeeded: number;
}

export interface FieldContrast {
  readonly fields: readonly Contrast[];
  /** JSON bodies that were read on either side. */
  readonly failures: number;
  readonly successes: number;
}

const MAX_BODIES = 1000;
/** Longer ones are passed over. */
export const MOST_COMPARED = 8_192;
/** Of one side. */
const MAX_READ = 2_000_000;
const MAX_FACTS = 80;
const MAX_DEPTH = 6;
const MAX_ITEMS = 20;
const MAX_VALUE = 60;
const MOST_FIELDS = 8;
/** Fewer bodies say nothing about a share. */
const LEAST_BODIES = 5;
const LEAST_SHARE = 0.2;
const LEAST_LIFT = 0.2;

/**
 * Which JSON fields and values failures have more often than successes. Work is bounded: so many bodies, so many
 * characters and fields of each. A value that is different in nearly every body (an id) is counted as "present" alone.
 */
export function fieldContrast(failures: readonly string[], successes: readonly string[]): FieldContrast {
  const [bad, good] = [countFacts(failures), countFacts(successes)];
  const nothing = { fields: [], failures: bad.bodies, successes: good.bodies };
  if (bad.bodies < LEAST_BODIES || good.bodies < LEAST_BODIES) return nothing;
  const fields = [...bad.counts]
    .map(([fact, count]) => ({
      ...(bad.facts.get(fact) ?? { path: '', value: null }),
      failed: count / bad.bodies,
      succeeded: (good.counts.get(fact) ?? 0) / good.bodies,
    }))
    .filter(({ failed, succeeded }) => failed >= LEAST_SHARE && failed - succeeded >= LEAST_LIFT)
    .toSorted((one, other) => lift(other) - lift(one) || rank(one) - rank(other) || (one.path < other.path ? -1 : 1));
  return { ...nothing, fields: withoutImplied(fields).slice(0, MOST_FIELDS) };
}

function lift({ failed, succeeded }: Contrast): number {
  return failed - succeeded;
}

/** A value says more than that its field is there. */
function rank({ value }: Contrast): number {
  return value === null ? 1 : 0;
}

/** A field that is there only because one of its values is. */
function withoutImplied(fields: readonly Contrast[]): readonly Contrast[] {
  const valued = new Set(fields.filter(({ value }) => value !== null).map(({ path }) => path));
  const deeper = (path: string): boolean =>
    fields.some((other) => other.path.startsWith(`${path}.`) || other.path.startsWith(`${path}[]`));
  return fields.filter(({ path, value }) => value !== null || (!valued.has(path) && !deeper(path)));
}

interface Facts {
  bodies: number;
  readonly counts: Map<string, number>;
  readonly facts: Map<string, Pick<Contrast, 'path' | 'value'>>;
}

function countFacts(bodies: readonly string[]): Facts {
  const side: Facts = { bodies: 0, counts: new Map(), facts: new Map() };
  let read = 0;
  for (const body of bodies.slice(0, MAX_BODIES)) {
    if (body.length > MOST_COMPARED) continue;
    read += body.length;
    if (read > MAX_READ) break;
    const found = factsOf(body);
    if (found === null) continue;
    side.bodies += 1;
    for (const [fact, named] of found) {
      side.counts.set(fact, (side.counts.get(fact) ?? 0) + 1);
      side.facts.set(fact, named);
    }
  }
  return side;
}

/** Each fact of a body once; null: it is not a JSON object or list. */
function factsOf(body: string): Map<string, Pick<Contrast, 'path' | 'value'>> | null {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof document !== 'object' || document === null) return null;
  const found = new Map<string, Pick<Contrast, 'path' | 'value'>>();
  const note = (path: string, value: string | null): void => {
    if (found.size < MAX_FACTS) found.set(`${path}\u001F${value ?? ''}\u001F${value === null}`, { path, value });
  };
  const walk = (value: unknown, path: string, depth: number): void => {
    if (depth > MAX_DEPTH || found.size >= MAX_FACTS) return;
    if (path !== '') note(path, null);
    if (Array.isArray(value)) {
      if (value.length === 0) note(path, '[]');
      for (const item of value.slice(0, MAX_ITEMS)) walk(item, `${path}[]`, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, field] of Object.entries(value).slice(0, MAX_FACTS))
        walk(field, path === '' ? name : `${path}.${name}`, depth + 1);
    } else {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      if (text.length <= MAX_VALUE) note(path, text === '' ? '""' : text);
    }
  };
  walk(document, '', 0);
  return found;
}

/** Whose messages they are, as bodies commonly say it; by the first of these fields that most bodies have. */
const OWNERS = /(?:^|\.)(?:(?:tenant|customer|account|merchant|shop|org)(?:_?id)?|organi[sz]ation)$/i;

export interface Owners {
  readonly path: string;
  /** Most first. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly bodies: number;
}

/** Null: the bodies have no such field. */
export function ownersOf(bodies: readonly string[]): Owners | null {
  const { bodies: read, counts, facts } = countFacts(bodies);
  const byPath = new Map<string, { readonly value: string; readonly count: number }[]>();
  for (const [fact, count] of counts) {
    const { path = '', value = null } = facts.get(fact) ?? {};
    if (value !== null && OWNERS.test(path)) byPath.set(path, [...(byPath.get(path) ?? []), { value, count }]);
  }
  const named = (path: string): number => (byPath.get(path) ?? []).reduce((sum, { count }) => sum + count, 0);
  const path = [...byPath.keys()].toSorted((one, other) => named(other) - named(one))[0];
  if (path === undefined || named(path) < read / 2) return null;
  const values = (byPath.get(path) ?? []).toSorted((one, other) => other.count - one.count);
  return { path, values, bodies: read };
}
