import { expect, test } from 'vitest';
import { z } from 'zod';
import { fromText, named } from './shape-fields';

test('of a value that its shape does not allow, fields that the shape does not name stay inside', () => {
  const shape = z.object({
    name: z.string(),
    hosts: z.array(z.object({ at: z.string() })).nullable(),
    gone: z.string(),
  });
  const value = { name: 1, hosts: [{ at: 2, secret: 'x' }], secret: 'y' };
  expect(named(shape, value)).toEqual({ name: 1, hosts: [{ at: 2 }] });
  expect(named(z.object({ items: z.array(shape) }), { items: [value] })).toEqual({
    items: [{ name: 1, hosts: [{ at: 2 }] }],
  });
});

test('texts of an address become numbers and flags; what is neither stays, so that its refusal names it', () => {
  const read = fromText(z.object({ limit: z.number(), all: z.boolean(), name: z.string() }));
  expect(read({ limit: '12', all: 'true', name: '12' })).toEqual({ limit: 12, all: true, name: '12' });
  expect(read({ limit: 'abc', all: 'yes' })).toEqual({ limit: 'abc', all: 'yes' });
});
