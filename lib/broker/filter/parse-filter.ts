import { BrokerError } from '../../model/errors';
import type { FilterExpression } from '../../model/filter/expression';
import { namesOf } from '../../model/filter/names';
import { parseFilterExpression } from '../../model/filter/parse';
import { LIMITS } from '../../model/limits';
import { LeastRecentlyUsed } from './least-recently-used';

export interface MessageFilter {
  readonly type: 'TAG' | 'SQL';
  readonly expression: string;
}

export interface SqlFilter {
  readonly expression: FilterExpression;
  /** The properties it names. */
  readonly names: readonly string[];
}

/** What a receive asks for, in the form the claim and the evaluation need. */
export interface ParsedFilter {
  /** Receives with the same key share a lane. */
  readonly key: string;
  /** Tags the claim looks for; null: it takes every message. */
  readonly tags: readonly string[] | null;
  readonly sql: SqlFilter | null;
}

const EVERY_MESSAGE: ParsedFilter = { key: '*', tags: null, sql: null };
/** Of each process; an expression in use costs one look-up per receive. */
const KEPT_EXPRESSIONS = 256;
const expressions = new LeastRecentlyUsed<ParsedFilter>(KEPT_EXPRESSIONS);

/**
 * The filter of a subscription. Source: Apache RocketMQ 5 documentation, "Message Filtering".
 * @throws BrokerError illegal-filter, naming limit and value, for SQL also the place
 */
export function parseFilter({ type, expression }: MessageFilter): ParsedFilter {
  return type === 'SQL' ? parseSql(expression) : parseTags(expression.trim());
}

function parseSql(text: string): ParsedFilter {
  const kept = expressions.get(text);
  if (kept !== undefined) return kept;
  const expression = parseFilterExpression(text);
  const parsed = { key: `SQL ${text}`, tags: null, sql: { expression, names: [...namesOf(expression)] } };
  expressions.set(text, parsed);
  return parsed;
}

function parseTags(expression: string): ParsedFilter {
  if (expression === '' || expression === '*') return EVERY_MESSAGE;
  if (expression.length > LIMITS.filterChars)
    refuse(`may have at most ${LIMITS.filterChars} characters`, LIMITS.filterChars, expression.length);
  const tags = expression.split('||').map((tag) => tag.trim());
  if (tags.some((tag) => tag === '' || tag.includes('|')))
    refuse('must be * or tags joined by ||', '* or a || b', expression.slice(0, 64));
  if (tags.length > LIMITS.filterTags)
    refuse(`may name at most ${LIMITS.filterTags} tags`, LIMITS.filterTags, tags.length);
  if (tags.includes('*')) return EVERY_MESSAGE;
  const wanted = [...new Set(tags)].toSorted();
  return { key: `TAG ${wanted.join('||')}`, tags: wanted, sql: null };
}

function refuse(must: string, limit: string | number, value: string | number): never {
  throw new BrokerError('illegal-filter', `filter ${must}; it is ${value}.`, { field: 'filter', limit, value });
}
