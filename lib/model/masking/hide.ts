import { nestingOf } from '../json/json-layout';
import { findValues, type FoundValue, type Pattern, type Unread } from './find-values';
import { readPath } from './path';
import { hidesBody, isNamed, type MaskingRule } from './rule';
import { type HiddenPart, placeholderOf } from './words';

export type ShownBody =
  | { readonly bytes: Buffer; readonly hidden: HiddenPart | null }
  /** All of it. */
  | { readonly bytes: null; readonly hidden: HiddenPart };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Deeper than programs read, and than PostgreSQL does; a body of it is hidden like one that is not JSON. */
const MOST_READ = 500_000;

/**
 * What the paths of the rules name in a JSON text, and the texts in which it may be written.
 */
export function hiddenValues(text: string, rules: readonly MaskingRule[]): FoundValue[] | Unread {
  if (nestingOf(text) > MOST_READ) return 'too-much';
  const patterns = rules.flatMap(({ name, paths }) =>
    paths.flatMap((path): Pattern[] => {
      const steps = readPath(path);
      return 'problem' in steps ? [] : [{ steps, rule: name }];
    }),
  );
  return findValues(text, patterns, { most: Infinity, withTexts: true });
}

/**
 * What the rules leave of a body, as applications see it: unpacked and whole, since a part is no JSON.
 * Pure.
 */
export function hideInBody(bytes: Buffer, rules: readonly MaskingRule[]): ShownBody {
  const hiding = rules.filter(hidesBody);
  if (hiding.length === 0) return { bytes, hidden: null };
  const whole = hiding.filter(({ wholeBody }) => wholeBody);
  if (whole.length > 0) return { bytes: null, hidden: { rules: namesOf(whole), whole: 'rule', values: 1 } };
  // an empty text is not JSON either
  const text = readText(bytes) ?? '';
  const found = hiddenValues(text, hiding);
  if (typeof found === 'string') return { bytes: null, hidden: { rules: namesOf(hiding), whole: found, values: 1 } };
  if (found.length === 0) return { bytes, hidden: null };
  const rulesFound = [...new Set(found.map(({ rule }) => rule))];
  const shown = replaceValues(text, found, ({ rule }) => JSON.stringify(placeholderOf(rule)));
  return { bytes: Buffer.from(shown), hidden: { rules: rulesFound, whole: null, values: found.length } };
}

/** The text with other words in the place of each value. */
export function replaceValues(text: string, found: readonly FoundValue[], by: (value: FoundValue) => string): string {
  const parts: string[] = [];
  let from = 0;
  for (const value of found) {
    parts.push(text.slice(from, value.start), by(value));
    from = value.end;
  }
  return [...parts, text.slice(from)].join('');
}

/** The rule that hides a property; null: none does. */
export function hidingProperty(name: string, rules: readonly MaskingRule[]): MaskingRule | null {
  return rules.find(({ properties }) => isNamed(properties, name)) ?? null;
}

/** Properties with words in the place of hidden values. Pure. */
export function hideInProperties(
  properties: Readonly<Record<string, string>>,
  rules: readonly MaskingRule[],
): Record<string, string> {
  if (!rules.some((rule) => rule.properties.length > 0)) return { ...properties };
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const rule = hidingProperty(name, rules);
      return [name, rule === null ? value : placeholderOf(rule.name)];
    }),
  );
}

function namesOf(rules: readonly MaskingRule[]): string[] {
  return rules.map(({ name }) => name);
}
