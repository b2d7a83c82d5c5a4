import { hideInProperties } from './hide';
import { type Masks, rulesByName } from './masks';
import { hidesBody, type MaskingRule } from './rule';

/** Stands for what another person searched by: it may be a value that rules hide from the reader. */
export function askedWords(rules: readonly MaskingRule[]): string {
  return `[hidden: it may hold what rule ${rules.map(({ name }) => name).join(', ')} hides]`;
}

/** The conditions of a filter that content of messages is compared with. */
const CONTENT = ['q', 'json'] as const;

type Written = Readonly<Record<string, unknown>>;

/** A filter of another person, as it was written down. Pure. */
export function hideInFilter<Filter extends object>(filter: Filter, masks: Masks): Filter {
  const { topic } = filter as Written;
  const rules = typeof topic === 'string' ? rulesByName(masks, topic) : masks.somewhere;
  const asked = CONTENT.filter((name) => (filter as Written)[name] !== undefined);
  if (rules.length === 0 || asked.length === 0) return filter;
  const words = askedWords(rules);
  return { ...filter, ...Object.fromEntries(asked.map((name) => [name, words])) };
}

/**
 * A part of a row of the audit log, as its reader may see it: filters and edits keep their form, and lose what content
 * of messages was compared with or set to. Pure.
 */
export function hideInAudit(part: unknown, masks: Masks): unknown {
  if (masks.somewhere.length === 0 || typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((each) => hideInAudit(each, masks));
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => {
      if (key === 'filter' && isWritten(value)) return [key, hideInFilter(value, masks)];
      return [key, key === 'edits' ? hideInEdits(value, masks.somewhere) : hideInAudit(value, masks)];
    }),
  );
}

/** Which messages they are about is not in the row: each rule counts. */
function hideInEdits(edits: unknown, rules: readonly MaskingRule[]): unknown {
  if (Array.isArray(edits)) return edits.map((each) => hideInEdits(each, rules));
  if (!isWritten(edits)) return edits;
  return Object.fromEntries(
    Object.entries(edits).map(([key, value]) => {
      if (key === 'properties' || key === 'setProperties')
        return [key, isWritten(value) ? hideInProperties(value as Record<string, string>, rules) : value];
      const ofBody = key === 'value' && rules.some(hidesBody);
      return [key, ofBody ? askedWords(rules.filter(hidesBody)) : hideInEdits(value, rules)];
    }),
  );
}

function isWritten(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
