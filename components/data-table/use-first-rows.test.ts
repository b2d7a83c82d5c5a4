import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { rowsToDraw, useFirstRows } from './use-first-rows';

function Counted({ rows }: { readonly rows: readonly number[] | undefined }) {
  return String(useFirstRows(rows)?.length);
}

const sent = (rows: readonly number[] | undefined) => renderToString(createElement(Counted, { rows }));
const many = Array.from({ length: 200 }, (_row, index) => index);

test('the server sends the rows of the first screen of a long list, and all of a short one', () => {
  expect(sent(many)).toBe('30');
  expect(sent(many.slice(0, 30))).toBe('30');
  expect(sent(many.slice(0, 3))).toBe('3');
  expect(sent([])).toBe('0');
  expect(sent(undefined)).toBe('undefined');
});

test('newer rows of a long list wait, and those of a short list or of an empty one do not', () => {
  const before = many.slice(0, 100);
  const none: readonly number[] = [];
  expect(rowsToDraw(many, before)).toBe(before);
  expect(rowsToDraw([1], none)).toEqual([1]);
  expect(rowsToDraw(none, many)).toBe(none);
  expect(rowsToDraw(many, none)).toBe(many);
  expect(rowsToDraw(many, undefined)).toBe(many);
  expect(rowsToDraw(undefined, many)).toBe(undefined);
});
