import { expect, test } from 'vitest';
import { z } from 'zod';
import { BrokerError } from '../../model/errors';
import { parseInput } from './parse-input';

const schema = z.strictObject({
  name: z.string().min(1).max(64).optional(),
  count: z.int().min(1).max(32).optional(),
  share: z.number().positive().optional(),
  at: z.iso.datetime().optional(),
  kind: z.enum(['one', 'two']).optional(),
  list: z.array(z.string()).max(2).optional(),
  on: z.boolean().optional(),
  id: z.string().regex(/^\d+$/, '{field} must be digits.').optional(),
  reason: z.string().min(1, 'Enter a reason. It is kept in the history.').optional(),
  policy: z
    .discriminatedUnion('type', [z.strictObject({ type: z.literal('a') }), z.strictObject({ type: z.literal('b') })])
    .optional(),
});

test.each([
  [{ name: 'x'.repeat(80) }, 'name may have at most 64 characters (got 80).', 'name', 64, 'x'.repeat(80)],
  [{ name: '' }, 'name must not be empty.', 'name', 1, ''],
  [{ name: 7 }, 'name must be text (got 7).', 'name', 'a value of type string', 7],
  [{ count: 40 }, 'count may be at most 32 (got 40).', 'count', 32, 40],
  [{ count: 0 }, 'count must be at least 1 (got 0).', 'count', 1, 0],
  [{ count: 1.5 }, 'count must be a whole number (got 1.5).', 'count', 'a value of type int', 1.5],
  [{ share: 0 }, 'share must be above 0 (got 0).', 'share', 0, 0],
  [{ kind: 'three' }, 'kind must be one of one, two (got “three”).', 'kind', 'one of one, two', 'three'],
  [{ list: ['a', 'b', 'c'] }, 'list may have at most 2 entries (got 3).', 'list', 2, '["a","b","c"]'],
  [{ id: 'x' }, 'id must be digits.', 'id', '/^\\d+$/', 'x'],
  [{ reason: '' }, 'Enter a reason. It is kept in the history.', 'reason', 1, ''],
  [{ other: 1 }, 'other is not a field of this request.', 'other', 'known fields only', 1],
  [{ '': 1 }, '“” is not a field of this request.', '', 'known fields only', 1],
  [{ ' at ': 1 }, '“ at ” is not a field of this request.', ' at ', 'known fields only', 1],
  [[], 'body must be an object (got “[]”).', 'body', 'a value of type object', '[]'],
])('%j is refused in a sentence', (given, message, field, limit, value) => {
  expect(refusalOf(given)).toMatchObject({ code: 'bad-request', message, field, limit, value });
});

test.each([{ at: 'yesterday' }, { on: 'yes' }, { policy: { type: 'c' } }, { policy: {} }])(
  '%j: no word of the validator reaches people',
  (given) => {
    const { message, field } = refusalOf(given);
    expect(message.startsWith(`${field} `)).toBe(true);
    expect(message).not.toMatch(/Invalid|expected|Too (big|small)|<=|>=/);
  },
);

function refusalOf(given: unknown): BrokerError {
  try {
    parseInput(schema, given);
  } catch (error) {
    if (error instanceof BrokerError) return error;
  }
  throw new Error('it was taken');
}
