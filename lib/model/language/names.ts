import { localeOf } from './list';

const collators = new Map<string, Intl.Collator>();

/** The order of names for a reader of this language, "orders-2" before "orders-10"; names that differ are never equal. */
export function compareNames(one: string, other: string): number {
  const locale = localeOf();
  const collator = collators.get(locale) ?? new Intl.Collator(locale, { numeric: true });
  collators.set(locale, collator);
  return collator.compare(one, other) || (one < other ? -1 : Number(one > other));
}

export function byName<Named extends { readonly name: string }>(one: Named, other: Named): number {
  return compareNames(one.name, other.name);
}
