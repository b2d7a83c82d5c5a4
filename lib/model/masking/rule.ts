import { tooManyEntries } from '../check-number';
import { BrokerError } from '../errors';
import { inEnglish } from '../language/speech';
import { type Told, tell, told } from '../language/t';
import { PATH_FORMS, readPath } from './path';

/** From which role on values are seen; `nobody`: no role is enough. */
export const SEEN_FROM = ['viewer', 'operator', 'admin', 'nobody'] as const;
export type SeenFrom = (typeof SEEN_FROM)[number];

/** Hides parts of messages from people and tokens with a lesser role. Consumers get what was sent. */
export interface MaskingRule {
  /** Stands in the place of what it hides. */
  readonly name: string;
  /** Names of topics; one that ends with * is a prefix, * alone is all. */
  readonly topics: readonly string[];
  readonly wholeBody: boolean;
  /** Values of a JSON body; a body that is not JSON is hidden as a whole. */
  readonly paths: readonly string[];
  /** Properties by name, written like topics. */
  readonly properties: readonly string[];
  /** Sees the values without more ado. */
  readonly seenFrom: SeenFrom;
  /** May have them shown, once and with a reason that is kept. */
  readonly shownTo: SeenFrom;
}

export interface Masking {
  readonly rules: readonly MaskingRule[];
}

export const NO_MASKING: Masking = { rules: [] };

export const MASKING_LIMITS = { rules: 100, nameChars: 60, entries: 50, entryChars: 200 } as const;

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u;
const PATTERN = /^(?:\*|[^\s*]+\*?)$/u;

/** Whether one of the names, prefixes or * says this one. Letter for letter. */
export function isNamed(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name));
}

export function hidesBody({ wholeBody, paths }: MaskingRule): boolean {
  return wholeBody || paths.length > 0;
}

/** Null: it may be saved. */
export function problemOfRule(rule: MaskingRule): { readonly field: keyof MaskingRule; readonly limit: Told } | null {
  const { name, topics, paths, properties, seenFrom, shownTo } = rule;
  const { nameChars, entries, entryChars } = MASKING_LIMITS;
  if (!NAME.test(name) || name.length > nameChars)
    return { field: 'name', limit: told('1 to {most} letters, digits, spaces, dots or dashes', { most: nameChars }) };
  for (const [field, list] of Object.entries({ topics, paths, properties })) {
    const known = field as 'topics' | 'paths' | 'properties';
    if (list.length > entries) return { field: known, limit: told('at most {most} entries', { most: entries }) };
    if (list.some((entry) => entry.length > entryChars))
      return { field: known, limit: told('at most {most} characters each', { most: entryChars }) };
  }
  if (topics.length === 0) return { field: 'topics', limit: told('at least one topic, or * for all') };
  for (const field of ['topics', 'properties'] as const) {
    const wrong = rule[field].find((pattern) => !PATTERN.test(pattern));
    if (wrong !== undefined)
      return { field, limit: told('names with * only at the end; “{wrong}” is not valid', { wrong }) };
  }
  for (const path of paths) {
    const read = readPath(path);
    if ('problem' in read)
      return {
        field: 'paths',
        limit: told('paths such as {forms}; {path}: {problem}', { forms: PATH_FORMS, path, problem: read.problem }),
      };
  }
  if (!hidesBody(rule) && properties.length === 0)
    return { field: 'paths', limit: told('the whole body, paths or properties to hide') };
  if (SEEN_FROM.indexOf(seenFrom) < SEEN_FROM.indexOf(shownTo) && shownTo !== 'nobody')
    return {
      field: 'shownTo',
      limit: told('{role} or a lower role: higher roles see the values already', { role: told(seenFrom) }),
    };
  return null;
}

/** @throws BrokerError bad-request, naming field, limit and value */
export function checkMasking({ rules }: Masking): void {
  if (rules.length > MASKING_LIMITS.rules) throw tooManyEntries('rules', MASKING_LIMITS.rules, rules.length);
  for (const [at, rule] of rules.entries()) {
    const problem = problemOfRule(rule);
    const twice = rules.findIndex(({ name }) => name === rule.name) < at;
    const { field, limit } = problem ?? { field: 'name', limit: told('a unique name') };
    if (problem !== null || twice)
      throw new BrokerError('bad-request', told('rules[{at}].{field} must have {limit}.', { at, field, limit }), {
        field: `rules[${at}].${field}`,
        limit: inEnglish(() => tell(limit)),
        value: JSON.stringify(rule[field]).slice(0, 200),
      });
  }
}
