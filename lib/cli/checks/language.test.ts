import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const script = new URL('language.mjs', import.meta.url).href;
const { findTexts, textsIn } = (await import(script)) as {
  findTexts: (sources: readonly { readonly file: string; readonly text: string }[]) => string[];
  textsIn: (file: string, source: string) => string[];
};

const texts = (source: string): string[] => textsIn('components/now/now-view.tsx', source);

test.each([
  ['<p>No open problems</p>', ['No open problems']],
  ['<Button label="Acknowledge" className="small text-2" data-row="some row" />', ['Acknowledge']],
  ["const words = { backlog: 'growing backlog' };", ['growing backlog']],
  ['const says = `${count} dead letters of ${group}`;', ['dead letters of']],
  ['<p><b>{name}</b>: {text}</p>', [':']],
  ["<p>{name}{', '}{text}</p>", [',']],
  ["<p>{name}{between(',')}{text} · {more}</p>", []],
  ['<p>{name} ({text})</p>', ['(', ')']],
  ["const all = names.join(', ');", [',']],
  ['const said = `${name}, ${text}`;', [',']],
  ['const said = `${group} (${host})`;', ['(']],
  ['const said = `${errorType}: ${message}`;', []],
  ["<p title={t('Open problems')}>{t(`No open\n problem`)}</p>", []],
  ["'use client'; import x from 'some package'; throw new Error('useClock is not there');", []],
  ["const label = msg('Now'); const key = 'Enter'; const name = 'waiting-retry';", []],
])('%s', (source, found) => expect(texts(source).map((text) => text.trim())).toEqual(found));

test('the page of the kit may have texts, and no other', () => {
  expect(findTexts([{ file: 'components/now/a.tsx', text: '<p>Now then</p>' }])[0]).toContain(
    '"Now then" is no message',
  );
  expect(findTexts([{ file: 'components/ui-kit/a.tsx', text: '<p>Now then</p>' }])).toEqual([]);
});
