import { type Told, told } from '../../model/language/t';
import { BrokerError } from '../../model/errors';
import type { FilterExpression } from '../../model/filter/expression';
import { namesOf } from '../../model/filter/names';
import { parseFilterExpression } from '../../model/filter/parse';
import { LIMITS } from '../../model/limits';
import { tagsIn } from '../../model/group/subscription';
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
const KEPT_CHARS = 1_048_576;
const expressions = new LeastRecentlyUsed<ParsedFilter>(KEPT_CHARS);

/**
 * The filter of a subscription. Source: Apache RocketMQ 5 documentation, "Message Filtering".
 * @throws BrokerError illegal-filter, naming limit and value, for SQL also the place
 */
export function parseFilter({ type, expression }: MessageFilter): ParsedFilter {
  const text = `${type} ${expression}`;
  const kept = expressions.get(text);
  if (kept !== undefined) return kept;
  const parsed = type === 'SQL' ? parseSql(expression) : parseTags(expression);
  expressions.set(text, parsed);
  return parsed;
}

function parseSql(text: string): ParsedFilter {
  const expression = parseFilterExpression(text);
  return { key: `SQL ${text}`, tags: null, sql: { expression, names: [...namesOf(expression)] } };
}

/** As in the original: empty parts count for nothing, and a `*` among others is a tag like any other. */
function parseTags(expression: string): ParsedFilter {
  if (expression.length > LIMITS.filterChars)
    refuse(
      told('may have at most {most} characters', { most: LIMITS.filterChars }),
      LIMITS.filterChars,
      expression.length,
    );
  const tags = tagsIn(expression);
  if (tags === null) return EVERY_MESSAGE;
  if (tags.length === 0 || tags.some((tag) => tag.includes('|')))
    refuse(told('must be * or tags joined by ||'), '* or a || b', expression.slice(0, 64));
  return { key: `TAG ${tags.join('||')}`, tags, sql: null };
}

function refuse(must: Told, limit: string | number, value: string | number): never {
  throw new BrokerError('illegal-filter', told('{field} {must}; it is {value}.', { field: 'filter', must, value }), {
    field: 'filter',
    limit,
    value,
  });
}
