import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { atLeast, estimated, known, stale, unknown } from '@/lib/model/reading';
import { chosenColumns, foldOrder, labelOf, type NamedColumn, readSort, toggleColumn, writeSort } from './columns';
import { describeShown } from './shown.model';
import { nothingSelected, selectMatching, selectRange, shownMark, toggleRow, toggleShown } from './selection.model';

const order = ['a', 'b', 'c', 'd', 'e'];

describe('selection', () => {
  it('toggles, and empty means no scope', () => {
    const one = toggleRow(nothingSelected, 'b');
    expect([...one.ids]).toEqual(['b']);
    expect(toggleRow(one, 'b')).toEqual(nothingSelected);
  });
  it('selects a range both ways from the last toggled row', () => {
    expect([...selectRange(toggleRow(nothingSelected, 'b'), 'd', order).ids]).toEqual(['b', 'c', 'd']);
    expect([...selectRange(toggleRow(nothingSelected, 'd'), 'b', order).ids].toSorted()).toEqual(['b', 'c', 'd']);
  });
  it('falls back to a toggle when the anchor is not on this page', () => {
    expect([...selectRange(toggleRow(nothingSelected, 'gone'), 'c', order).ids].toSorted()).toEqual(['c', 'gone']);
  });
  it('marks the head box all, some, none', () => {
    expect(shownMark(nothingSelected, order)).toBe('none');
    expect(shownMark(toggleRow(nothingSelected, 'a'), order)).toBe('some');
    const all = toggleShown(nothingSelected, order);
    expect(shownMark(all, order)).toBe('all');
    expect(toggleShown(all, order)).toEqual(nothingSelected);
  });
  it('keeps "all matching" apart, and ends it with the first change', () => {
    const matching = selectMatching(order);
    expect(matching.scope).toBe('matching');
    expect(toggleRow(matching, 'a').scope).toBe('rows');
  });
});

describe('table texts', () => {
  it('says how many of how many, and how sure', () => {
    const at = '2026-11-21T03:24:10Z';
    expect(describeShown(50, known(812, at), false)).toBe('50 shown of 812, exact');
    expect(describeShown(50, estimated(18_240, at), true)).toBe('50 on this page of about 18,240');
    expect(describeShown(50, atLeast(1204, at), false)).toBe('50 shown of at least 1,204');
    expect(describeShown(50, stale(812, at, 'slow'), false)).toBe('50 shown of 812, stale');
    expect(describeShown(50, unknown('timed out'), false)).toBe('50 shown, total unknown');
    expect(describeShown(0, undefined, false)).toBe('0 shown');
  });
  it('writes the sort it reads', () => {
    const fallback = { key: 'name', descending: false };
    for (const text of ['-dead', 'dead']) expect(writeSort(readSort(text, fallback))).toBe(text);
    expect(readSort(undefined, fallback)).toBe(fallback);
  });
});

const named = (id: string, more: Partial<NamedColumn> = {}): NamedColumn => ({ id, header: id, ...more });
const all = [
  named('name'),
  named('key', { hideNarrow: true }),
  named('error', { clip: true }),
  named('dies'),
  named('client', { hideNarrow: true }),
  named('actions', { fixed: true }),
];

it('columns: the first names the row and its buttons stay; what is chosen comes in its order', () => {
  const shown = (cols?: string) => chosenColumns(all, cols).map(({ id }) => id);
  expect(shown()).toEqual(all.map(({ id }) => id));
  expect(shown('dies,key,gone')).toEqual(['name', 'dies', 'key', 'actions']);
  expect(shown('gone')).toEqual(shown());
  expect(toggleColumn(all, undefined, 'error')).toBe('key,dies,client');
  expect(toggleColumn(all, 'key,dies', 'error')).toBe('key,error,dies');
  expect(toggleColumn(all, 'key,dies,client', 'error')).toBeUndefined();
  expect(toggleColumn(all, 'key', 'key')).toBeUndefined();
});

it('without room the columns go first that say so, then from the last on; a text that takes the rest goes last', () => {
  expect(foldOrder(all)).toEqual(['client', 'key', 'dies', 'error']);
});

describe('labels of cells without heads', () => {
  it('are the text of the head, with or without an explanation, and none for readers of screens alone', () => {
    const explained = createElement('span', { title: 'Including what clients hold' }, 'In the timer');
    const hidden = createElement('span', { className: 'visually-hidden' }, 'Actions');
    expect(['In/s', explained, hidden].map((header) => labelOf({ header }))).toEqual([
      'In/s',
      'In the timer',
      undefined,
    ]);
  });
});
