/** In place of a name that the reader's teams do not show. */
export const OUTSIDE = 'outside your teams';

/** What rows of the audit log call the groups and topics that a change named beside its target. */
const NAMED: ReadonlySet<string> = new Set(['topic', 'topics', 'group', 'groups', 'readers']);
/** A queue, as the key of a position. */
const QUEUE = /^(.+)\/(\d+)$/;

/** A value of a row with each name of a group or topic in it put through `to`. */
export function mapNames(value: unknown, to: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => mapNames(each, to));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]: [string, unknown]): [string, unknown] => {
    const [, topic, queue = ''] = QUEUE.exec(key) ?? [];
    if (topic !== undefined) return [`${to(topic)}/${queue}`, part];
    return [key, NAMED.has(key) ? named(part, to) : mapNames(part, to)];
  });
  return Object.fromEntries(parts);
}

function named(value: unknown, to: (name: string) => string): unknown {
  if (typeof value === 'string') return to(value);
  if (Array.isArray(value)) return value.map((each) => named(each, to));
  return mapNames(value, to);
}

export function namesIn(values: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  mapNames(values, (name) => {
    names.add(name);
    return name;
  });
  return [...names];
}
