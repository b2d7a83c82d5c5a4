import type { z } from 'zod';
import { refuseAll } from '../../model/check-all';
import { BrokerError, type Problem } from '../../model/errors';
import { namedField } from './named-field';
import { refuseUnstorable } from './refuse-unstorable';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

const MAX_SHOWN_CHARS = 100;
/** The first ones are enough where every entry of a long list is wrong. */
const MAX_PROBLEMS = 20;

/**
 * Parses what a page, an action or a caller of the HTTP API sent.
 * @throws BrokerError bad-request naming field, limit and value. A text at the schema is a whole sentence, or what to
 *   say after the field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  refuseUnstorable(given);
  const result = schema.safeParse(given, { error: predicateOf });
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => toProblem(nearest([issue]) ?? issue, given));
  refuseAll('bad-request', problems.slice(0, MAX_PROBLEMS));
  throw new BrokerError('bad-request', 'The input is not valid.');
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
  const { message } = issue;
  const text = message.endsWith('.') ? message : `${namedField(field)} ${message}.`;
  return { field, limit: limitOf(issue), value, message: text };
}

/** What is wrong, to stand after the name of the field. */
function predicateOf(issue: RawIssue): string {
  const given = shown(issue.input);
  const but = given === null ? '' : `; it is ${typeof given === 'number' ? given : `“${given}”`}`;
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'is not a field of this request';
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${typeWords(issue.expected)}${but}`;
    case 'too_big':
      return sizeText(issue, 'at most', Number(issue.maximum), but);
    case 'too_small':
      return Number(issue.minimum) === 1 && issue.origin === 'string' && issue.input === ''
        ? 'must not be empty'
        : sizeText(issue, 'at least', Number(issue.minimum), but);
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be ${choiceText(issue.values.map(String))}${but}`;
    case 'invalid_format':
      return `must be ${formatWords(issue.format, issue.pattern)}${but}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}${but}`;
    default:
      return issue.input === undefined ? 'is missing' : `has none of the accepted forms${but}`;
  }
}

function sizeText(issue: RawIssue, bound: 'at most' | 'at least', limit: number, but: string): string {
  const { input } = issue;
  const may = bound === 'at most' ? 'may' : 'must';
  if (typeof input === 'string')
    return `${may} have ${bound} ${countOf(limit, 'character')}; it has ${input.length.toLocaleString('en')}`;
  if (Array.isArray(input)) return `${may} have ${bound} ${countOf(limit, 'entry')}; it has ${input.length}`;
  const strictly = 'inclusive' in issue && issue.inclusive === false;
  if (strictly) return `must be ${bound === 'at most' ? 'below' : 'above'} ${limit}${but}`;
  return `${may} be ${bound} ${limit}${but}`;
}

function countOf(count: number, noun: string): string {
  const many = noun === 'entry' ? 'entries' : `${noun}s`;
  return `${count.toLocaleString('en')} ${count === 1 ? noun : many}`;
}

function choiceText(choices: readonly string[]): string {
  return choices.length === 1 ? (choices[0] ?? '') : `one of ${choices.join(', ')}`;
}

const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function typeWords(expected: string): string {
  return TYPES[expected] ?? expected;
}

function formatWords(format: string, pattern: string | undefined): string {
  if (format === 'datetime') return 'a time like 2026-01-31T12:00:00Z';
  if (format === 'date') return 'a day like 2026-01-31';
  if (format === 'email') return 'an e-mail address';
  if (format === 'url') return 'an address like https://example.com';
  return pattern === undefined ? `of the form ${format}` : `of the form ${pattern}`;
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
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'an ISO time that exists' : (issue.pattern ?? issue.format);
    default:
      return issue.message;
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
