import type { Change } from './change.model';

export type Side = 'mine' | 'theirs';

/** One field that was changed since an edit started, by the operator, by someone else, or by both. */
export interface ConflictRow {
  readonly field: string;
  readonly label: string;
  /** As it was when the edit started. */
  readonly was: string;
  readonly theirs: string;
  readonly mine: string;
  /** both: to different values, so one must be chosen. same: both chose this value. */
  readonly changedBy: 'both' | 'theirs' | 'mine' | 'same';
  /** Of a field that both changed. */
  readonly choice: Side | null;
}

/** Both sides of a conflict, field by field: first what must be chosen. Pure. */
export function conflictRows(
  theirs: readonly Change[],
  mine: readonly Change[],
  choices: Readonly<Partial<Record<string, Side>>>,
): readonly ConflictRow[] {
  const ofTheirs = theirs.map(({ field, label, before, after }): ConflictRow => {
    const own = mine.find((change) => change.field === field);
    const changedBy = own === undefined ? 'theirs' : own.after === after ? 'same' : 'both';
    return {
      ...{ field, label, was: before, theirs: after, mine: own?.after ?? before, changedBy },
      choice: changedBy === 'both' ? (choices[field] ?? null) : null,
    };
  });
  const ofMine = mine
    .filter((change) => theirs.every(({ field }) => field !== change.field))
    .map(({ field, label, before, after }): ConflictRow => ({
      ...{ field, label, was: before, theirs: before, mine: after, changedBy: 'mine', choice: null },
    }));
  return [...ofTheirs, ...ofMine].toSorted((a, b) => Number(b.changedBy === 'both') - Number(a.changedBy === 'both'));
}

/** Fields that both changed and for which nothing was chosen yet. */
export function undecided(rows: readonly ConflictRow[]): number {
  return rows.filter(({ changedBy, choice }) => changedBy === 'both' && choice === null).length;
}

/**
 * The same merge for what is typed while a field cannot be read: nothing typed is lost, and nothing of the newer
 * version is set back. Pure.
 */
export function rebaseDraft<D extends object>(base: D, draft: D, current: D): D {
  const isTyped = ([key, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(base[key as keyof D]);
  return { ...current, ...(Object.fromEntries(Object.entries(draft).filter(isTyped)) as Partial<D>) };
}
