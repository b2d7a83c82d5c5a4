import type { z } from 'zod';
import { BrokerError } from '../../model/errors';
import { refuseUnstorable } from '../refuse-unstorable';

type Issue = z.core.$ZodIssue;

const MAX_SHOWN_CHARS = 100;

/** Parses what a caller sent. @throws BrokerError bad-request naming field, limit and value */
export function parseInput<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  refuseUnstorable(given);
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue === undefined ? new BrokerError('bad-request', 'The input is not valid.') : toRefusal(issue, given);
}

function toRefusal(issue: Issue, given: unknown): BrokerError {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const field = [...path, issue.keys[0] ?? ''].join('.');
    return new BrokerError('bad-request', `${field} is not a field of this request.`, {
      field,
      limit: 'known fields only',
      value: shown(at(given, [...path, issue.keys[0] ?? ''])),
    });
  }
  const field = path.length === 0 ? 'body' : path.join('.');
  const value = at(given, path);
  const text = value === undefined ? `${field} is missing.` : `${field}: ${issue.message}.`;
  return new BrokerError('bad-request', text, { field, limit: limitOf(issue), value: shown(value) });
}

function limitOf(issue: Issue): string | number {
  switch (issue.code) {
    case 'invalid_type':
      return `a value of type ${issue.expected}`;
    case 'too_big':
      return Number(issue.maximum);
    case 'too_small':
      return Number(issue.minimum);
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.pattern ?? issue.format;
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

function shown(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}
