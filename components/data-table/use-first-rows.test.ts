import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useFirstRows } from './use-first-rows';

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
