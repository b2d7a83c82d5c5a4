import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { CELL_CHARS, sheetRow } from '../../model/sheet/sheet';
import { unzipped } from '../../testing/unzipped';
import { LetterSheet } from './letter-sheet';

type Rows = Parameters<LetterSheet['rows']>[0];

async function written(pages: readonly Rows[], limits = {}, end: [number, string | null] = [0, null]) {
  const sheet = new LetterSheet(limits);
  const parts = [await sheet.head(['id', 'body'])];
  for (const page of pages) parts.push(await sheet.rows(page));
  return Buffer.concat([...parts, await sheet.foot(...end)]);
}

async function cellsOf(...args: Parameters<typeof written>): Promise<string[][]> {
  const xml = unzipped(await written(...args)).get('xl/worksheets/sheet1.xml') ?? expect.fail('no sheet');
  expect(xml).not.toContain('<f>');
  return [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [
      ...row.matchAll(
        /<c\/>|<c><v>(.*?)<\/v><\/c>|<c t="inlineStr" s="1"><is><t xml:space="preserve">(.*?)<\/t><\/is><\/c>/gs,
      ),
    ].map(([, number, text]) => number ?? text ?? ''),
  );
}

test('a file of several pages has every row, and its end says so', async () => {
  const at = new Date('2026-01-02T03:04:05.678Z');
  expect(
    await cellsOf([
      [['a', 1]],
      [],
      [
        ['b', null],
        [at, 'é ☃'],
      ],
    ]),
  ).toEqual([
    ['id', 'body'],
    ['a', '1'],
    ['b', ''],
    ['2026-01-02T03:04:05.678Z', 'é ☃'],
    ['#complete', '3'],
  ]);
  expect((await cellsOf([[['a', 1]]], {}, [2, null])).at(-1)).toEqual(['#complete', '1', '2 left meanwhile']);
  expect((await cellsOf([[['a', 1]]], {}, [0, 'no answer'])).at(-1)).toEqual(['#incomplete', '1', 'no answer']);
});

test('nothing is a formula, no mark ends a cell, and no character makes the file unreadable', async () => {
  const texts = [
    '=HYPERLINK("x")',
    '+1',
    '@x',
    '</t></is></c><c><f>1+1</f></c>',
    'a&b',
    '\u0000\u001B\r\n',
    '\uD800',
    '_x0041_',
  ];
  const [, ...rows] = await cellsOf([texts.map((text) => [text])]);
  expect(rows.slice(0, -1).map(([text]) => text)).toEqual([
    ...[
      '=HYPERLINK("x")',
      '+1',
      '@x',
      '&lt;/t&gt;&lt;/is&gt;&lt;/c&gt;&lt;c&gt;&lt;f&gt;1+1&lt;/f&gt;&lt;/c&gt;',
      'a&amp;b',
    ],
    ...['_x0000__x001B__x000D_\n', '\uFFFD', '_x005F_x0041_'],
  ]);
});

test('a cell that is too long is cut and says so', async () => {
  const [, [whole] = [], [cut = ''] = []] = await cellsOf([[['y'.repeat(CELL_CHARS)], ['y'.repeat(CELL_CHARS + 1)]]]);
  expect(whole).toHaveLength(CELL_CHARS);
  expect(cut).toHaveLength(CELL_CHARS);
  expect(cut).toMatch(/y … \[cut: this cell has 32768 characters; CSV and JSON have all\]$/);
});

test('what has no room, by rows or by size, is counted at the end', async () => {
  const page = Array.from({ length: 5 }, (_each, index) => [`message ${index}`]);
  expect(await cellsOf([page, page], { mostRows: 7 })).toHaveLength(1 + 7 + 1);
  expect((await cellsOf([page, page], { mostRows: 7 })).at(-1)).toEqual([
    ...['#incomplete', '7', '3 more have no room in a spreadsheet: export as CSV or JSON, or narrow the filter'],
  ]);
  expect((await cellsOf([page, page], { mostBytes: 1 })).at(-1)?.slice(0, 2)).toEqual(['#incomplete', '0']);
});

test('the size is that of the file in UTF-8, and a row that has no room ends the sheet', async () => {
  for (const body of ['message', 'é', '☃ 消息', '😀']) {
    const rows = Array.from({ length: 9 }, () => [body]);
    const mostBytes = rows.reduce((sum, row) => sum + Buffer.byteLength(sheetRow(row)), 0);
    expect((await cellsOf([rows], { mostBytes })).at(-1)).toEqual(['#complete', '9']);
    expect((await cellsOf([rows, [['x']]], { mostBytes: mostBytes - 1 })).at(-1)?.slice(0, 2)).toEqual([
      ...['#incomplete', '8'],
    ]);
  }
});

/** As a program reads a cell: first the XML, then the marks of characters that XML lacks, from left to right. */
function asRead(cell: string): string {
  const xml = cell.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return xml.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_mark, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

test('every character of a text is read back, also of one that looks like the mark of a character', async () => {
  const texts = [
    ...['_x0041_', '__x0041__', '_x005F_x0041_', '_x0041_x0042_', 'x0041_', '_x41_', '_X0041_', '&lt;_x0041_'],
    ...['\u0000', 'a\u0000b\u001F\u007F', '\r\n\t', '\u000B\u000C', '\uFFFE\uFFFF', '\u0000x0041_'],
    ...['_x0041\u0000', '_x0041\u0001x0042_', '_\u0000', '_x00e9\r', '_x0041😀_'],
  ];
  const [, ...rows] = await cellsOf([texts.map((text) => [text])]);
  expect(rows.slice(0, -1).map(([text = '']) => asRead(text))).toEqual(texts);
});

test('checksums are those of the content: of parts in one piece and in many', async () => {
  const file = await written([[['a', 1]], [['b', 2]]]);
  for (const [name, text] of unzipped(file)) {
    const listed = file.lastIndexOf(name) - 46;
    expect({ name, crc: file.readUInt32LE(listed + 16) }).toEqual({ name, crc: crc32(text) });
  }
});
