import { expect, test } from 'vitest';
import { changesByField, changesByPart } from './change.model';

interface Link {
  readonly template: string;
  readonly open: boolean;
}

const { changesBetween, rebase } = changesByField<Link>({
  template: { label: 'address', words: (template) => (template === '' ? 'no link' : template) },
  open: { label: 'opens', words: (open) => (open ? 'at once' : 'when asked') },
});
const link = (template: string, open = false): Link => ({ template, open });

test('says what changed, in words', () => {
  expect(changesBetween(link(''), link('a', true))).toEqual([
    { field: 'template', label: 'address', before: 'no link', after: 'a' },
    { field: 'open', label: 'opens', before: 'when asked', after: 'at once' },
  ]);
  expect(changesBetween(link('a'), link('a'))).toEqual([]);
});

test('keeps what another admin saved, unless it was changed here too', () => {
  expect(rebase(link('a'), link('a'), link('b', true))).toEqual(link('b', true));
  expect(rebase(link('a'), link('c'), link('b', true))).toEqual(link('c', true));
});

test('a list is compared and merged entry by entry', () => {
  const required = { label: 'required', words: (is: boolean) => (is ? 'yes' : 'no') };
  const { changesBetween: changes, rebase: merge } = changesByPart(
    (list: readonly string[]) => ({ a: list.includes('a'), b: list.includes('b') }),
    ({ a, b }) => [...(a ? ['a'] : []), ...(b ? ['b'] : [])],
    { a: required, b: required },
  );
  expect(changes(['a'], ['b']).map(({ field, before, after }) => [field, before, after])).toEqual([
    ['a', 'yes', 'no'],
    ['b', 'no', 'yes'],
  ]);
  expect(merge([], ['b'], ['a'])).toEqual(['a', 'b']);
  expect(merge(['b'], [], ['a', 'b'])).toEqual(['a']);
});
