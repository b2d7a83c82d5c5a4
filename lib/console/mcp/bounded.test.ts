import { expect, test } from 'vitest';
import { boundedAnswer } from './bounded';

interface Shown {
  readonly cut?: readonly string[];
  readonly answer: unknown;
}

const shown = (answer: unknown): Shown & { readonly length: number } => {
  const text = boundedAnswer(200, answer);
  return { ...(JSON.parse(text) as Shown), length: text.length };
};

test('a short answer is whole', () => {
  expect(shown({ items: ['a'], nextCursor: 'n' })).toMatchObject({ answer: { items: ['a'], nextCursor: 'n' } });
  expect(shown({ items: ['a'] }).cut).toBeUndefined();
});

test('a long text is cut, and the answer says how long it was', () => {
  const { answer, cut } = shown({ body: 'x'.repeat(5000) });
  expect(answer).toEqual({ body: `${'x'.repeat(4000)} [cut: 4000 of 5000 characters]` });
  expect(cut).toHaveLength(1);
});

test('of a long page the first items are shown, without the cursor to what comes after the others', () => {
  const items = Array.from({ length: 100 }, (_, n) => ({ n, text: 'x'.repeat(2000) }));
  const { answer, cut, length } = shown({ items, nextCursor: 'after-100' });
  expect(answer).toEqual({ items: items.slice(0, 25) });
  expect(cut).toEqual(['The first 25 of 100 items are shown. To see the others, ask with limit 25.']);
  expect(length).toBeLessThanOrEqual(60_000);
});

test('anything else is shown as the beginning of its text', () => {
  const { answer, cut, length } = shown(Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`field-${n}`, n])));
  expect(answer).toMatch(/^\{"field-0":0/);
  expect(cut).toEqual([expect.stringMatching(/^The first 60000 of \d+ characters/)]);
  expect(length).toBeLessThan(100_000);
});
