import type { z } from 'zod';
import { refuseAll } from '../../model/check-all';
import { BrokerError, type Problem } from '../../model/errors';
import { t, told } from '../../model/language/t';
import { namedField } from './named-field';
import { refuseUnstorable } from './refuse-unstorable';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

const MAX_SHOWN_CHARS = 100;
/** The first ones are enough where every entry of a long list is wrong. */
const MAX_PROBLEMS = 20;

/**
 * Parses what a page, an action or a caller of the HTTP API sent.
 * @throws BrokerError bad-request naming field, limit and value. A text at the schema is a message, which may have
 *   {field}
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  refuseUnstorable(given);
  const result = schema.safeParse(given, { error: sentenceOf });
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => toProblem(nearest([issue]) ?? issue, given));
  refuseAll('bad-request', problems.slice(0, MAX_PROBLEMS));
  throw new BrokerError('bad-request', told('The input is not valid.'));
}

/** Of a body that may have one of several forms: what is wrong with the form that it comes nearest to. */
function nearest(issues: readonly Issue[]): Issue | undefined {
  const [issue] = issues;
  if (issue?.code !== 'invalid_union') return issue;
  const forms = issue.errors.toSorted((one, other) => depth(other) - depth(one) || one.length - other.length);
  return nearest(forms[0] ?? []) ?? issue;
}

function depth([issue]: readonly Issue[]): number {
  return issue?.path.length ?? 0;
}

function toProblem(issue: Issue, given: unknown): Problem {
  const path = [...issue.path.map(String), ...(issue.code === 'unrecognized_keys' ? [issue.keys[0] ?? ''] : [])];
  const field = path.length === 0 ? 'body' : path.join('.');
  const value = shown(at(given, path));
  return { field, limit: limitOf(issue), value, message: sentence(issue.message, namedField(field)) };
}

/** Stands for the field until it is known. Of private use: no text that people write has it. */
const FIELD = '\uE001';

/** A text at a schema is a message, translated here: schemas are made once, for all languages. */
function sentence(message: string, field: string): string {
  return message.includes(FIELD) ? message.replaceAll(FIELD, field) : t(message as '{field}', { field });
}

/** What is wrong, in a sentence about FIELD. */
function sentenceOf(issue: RawIssue): string {
  const value = quoted(issue.input);
  const of = { field: FIELD, value };
  switch (issue.code) {
    case 'unrecognized_keys':
      return t('{field} is not a field of this request.', { field: FIELD });
    case 'invalid_type':
      return isMissing(issue) ?? typeSentence(issue.expected, of);
    case 'too_big':
      return tooBig(issue, Number(issue.maximum), of);
    case 'too_small':
      return tooSmall(issue, Number(issue.minimum), of);
    case 'invalid_value':
      return (
        isMissing(issue) ??
        t('{field} must be one of {choices} (got {value}).', { ...of, choices: issue.values.map(String) })
      );
    case 'invalid_format':
      return formatSentence(issue.format, issue.pattern, of);
    case 'not_multiple_of':
      return t('{field} must be a multiple of {divisor} (got {value}).', { ...of, divisor: issue.divisor });
    default:
      return isMissing(issue) ?? t('{field} has none of the accepted forms (got {value}).', of);
  }
}

interface Of {
  readonly field: string;
  readonly value: string;
}

function isMissing({ input }: RawIssue): string | null {
  return input === undefined ? t('{field} is missing.', { field: FIELD }) : null;
}

function quoted(input: unknown): string {
  const given = shown(input);
  return given === null ? 'null' : typeof given === 'number' ? String(given) : `“${given}”`;
}

function tooBig({ input, ...issue }: RawIssue, limit: number, of: Of): string {
  if (typeof input === 'string')
    return t(
      '{field} may have at most {limit, plural, one {# character} other {# characters}} (got {length, number}).',
      {
        ...{ field: FIELD, limit, length: input.length },
      },
    );
  if (Array.isArray(input))
    return t('{field} may have at most {limit, plural, one {# entry} other {# entries}} (got {length, number}).', {
      ...{ field: FIELD, limit, length: input.length },
    });
  if ('inclusive' in issue && issue.inclusive === false)
    return t('{field} must be below {limit} (got {value}).', { ...of, limit });
  return t('{field} may be at most {limit} (got {value}).', { ...of, limit });
}

function tooSmall({ input, ...issue }: RawIssue, limit: number, of: Of): string {
  if (limit === 1 && input === '') return t('{field} must not be empty.', { field: FIELD });
  if (typeof input === 'string')
    return t(
      '{field} must have at least {limit, plural, one {# character} other {# characters}} (got {length, number}).',
      {
        ...{ field: FIELD, limit, length: input.length },
      },
    );
  if (Array.isArray(input))
    return t('{field} must have at least {limit, plural, one {# entry} other {# entries}} (got {length, number}).', {
      ...{ field: FIELD, limit, length: input.length },
    });
  if ('inclusive' in issue && issue.inclusive === false)
    return t('{field} must be above {limit} (got {value}).', { ...of, limit });
  return t('{field} must be at least {limit} (got {value}).', { ...of, limit });
}

function typeSentence(expected: string, of: Of): string {
  switch (expected) {
    case 'int':
      return t('{field} must be a whole number (got {value}).', of);
    case 'number':
      return t('{field} must be a number (got {value}).', of);
    case 'string':
      return t('{field} must be text (got {value}).', of);
    case 'boolean':
      return t('{field} must be true or false (got {value}).', of);
    case 'array':
      return t('{field} must be a list (got {value}).', of);
    case 'object':
      return t('{field} must be an object (got {value}).', of);
    default:
      return t('{field} must be of the type {type} (got {value}).', { ...of, type: expected });
  }
}

function formatSentence(format: string, pattern: string | undefined, of: Of): string {
  switch (format) {
    case 'datetime':
      return t('{field} must be a time like 2026-01-31T12:00:00Z (got {value}).', of);
    case 'date':
      return t('{field} must be a day like 2026-01-31 (got {value}).', of);
    case 'email':
      return t('{field} must be an e-mail address (got {value}).', of);
    case 'url':
      return t('{field} must be an address like https://example.com (got {value}).', of);
    default:
      return t('{field} must be of the form {pattern} (got {value}).', { ...of, pattern: pattern ?? format });
  }
}

function limitOf(issue: Issue): string | number {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'known fields only';
    case 'invalid_type':
      return `a value of type ${issue.expected}`;
    case 'too_big':
      return Number(issue.maximum);
    case 'too_small':
      return Number(issue.minimum);
    case 'invalid_value':
      return `one of ${issue.values.join(', ')}`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'an ISO time that exists' : (issue.pattern ?? issue.format);
    default:
      return 'an accepted form';
  }
}

function at(given: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    given,
  );
}

/** Arguments of server actions can hold what JSON has no words for. */
function asText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function shown(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value : (JSON.stringify(value, asText) ?? '');
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}
