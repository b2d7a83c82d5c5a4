import { t } from '@/lib/model/language/t';

/** What one field of a setting was and is, in words. */
export interface Change<Field extends string = string> {
  readonly field: Field;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

type Fields<S> = {
  readonly [Field in keyof S & string]: {
    /** A message. */
    readonly label: string;
    readonly words: (value: S[Field]) => string;
  };
};

const NONE: ReadonlySet<string> = new Set();

/** How versions of settings are compared and merged, field by field. */
export function changesByField<S extends object>(fields: Fields<S>) {
  type Field = keyof S & string;
  const changed = (before: S, after: S): Field[] =>
    (Object.keys(fields) as Field[]).filter(
      (field) => JSON.stringify(sorted(before[field])) !== JSON.stringify(sorted(after[field])),
    );
  return {
    changesBetween: (before: S, after: S): Change<Field>[] =>
      changed(before, after).map((field) => ({
        field,
        label: t(fields[field].label),
        before: fields[field].words(before[field]),
        after: fields[field].words(after[field]),
      })),
    /** A three-way merge: what `edited` changed since `base`, on top of `current`, but without the fields `theirs`. */
    rebase: (base: S, edited: S, current: S, theirs: ReadonlySet<string> = NONE): S => {
      const mine = changed(base, edited).filter((field) => !theirs.has(field));
      return { ...current, ...(Object.fromEntries(mine.map((field) => [field, edited[field]])) as Partial<S>) };
    },
  };
}

/** The same for settings that are compared and merged in another form. */
export function changesByPart<S, Parts extends object>(
  partsOf: (settings: S) => Parts,
  wholeOf: (parts: Parts) => S,
  fields: Fields<Parts>,
) {
  const { changesBetween, rebase } = changesByField(fields);
  return {
    changesBetween: (before: S, after: S) => changesBetween(partsOf(before), partsOf(after)),
    rebase: (base: S, edited: S, current: S, theirs?: ReadonlySet<string>) =>
      wholeOf(rebase(partsOf(base), partsOf(edited), partsOf(current), theirs)),
  };
}

/** Objects are compared by content; the store may order their keys differently. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
