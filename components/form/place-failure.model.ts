import type { ActionFailure } from '@/lib/model/action-result';

interface PlacedFailure {
  /** What belongs to no field of the form; null: each problem stands at its field. */
  readonly failure: ActionFailure | null;
  /** What was refused, by field. */
  readonly atFields: ReadonlyMap<string, string>;
}

/** Every problem of a refusal at its field; a form with three wrong fields marks all three. Pure. */
export function placeFailure(error: ActionFailure | null, fields: readonly string[]): PlacedFailure {
  const atFields = new Map<string, string>();
  if (error === null) return { failure: null, atFields };
  const others: string[] = [];
  for (const { field, message } of error.problems ?? [error]) {
    // "retryPolicy.intervalMs" and "rules[0].paths" belong to retryPolicy and rules.
    const name = field?.split(/[.[]/)[0] ?? '';
    if (fields.includes(name)) atFields.set(name, [atFields.get(name), message].filter(Boolean).join(' '));
    else others.push(message);
  }
  if (atFields.size === 0) return { failure: error, atFields };
  return { failure: others.length === 0 ? null : { ...error, message: others.join(' ') }, atFields };
}
