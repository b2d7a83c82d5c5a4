import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const { row, wrapped } = (await import(new URL('wrap.mjs', import.meta.url).href)) as {
  row: (left: string, text: string, place: { width?: number | undefined; indent: number }) => string;
  wrapped: (line: string, width: number | undefined, indent: number) => string[];
};

test('words continue below their beginning', () => {
  expect(row('  --to', 'Stored before this time, and after that one', { width: 30, indent: 10 })).toBe(
    '  --to    Stored before this\n          time, and after that\n          one',
  );
});

test('what is too long for its column has a line of its own, with its alternatives in several', () => {
  expect(row('  --kind <protobuf|avro|gzip|base64>', 'Format', { width: 30, indent: 12 })).toBe(
    '  --kind <protobuf|avro|gzip|\n      base64>\n            Format',
  );
});

test('nothing is wrapped without a width, and nothing trails without a text', () => {
  const text = 'word '.repeat(50).trim();
  expect(row('  --to', text, { indent: 10 })).toBe(`  --to    ${text}`);
  expect(row('  --to', '', { width: 30, indent: 10 })).toBe('  --to');
});

test('wide characters take two columns, and no line begins with a mark or ends with an open bracket', () => {
  expect(row('  --to', '消息在此时间之前存储。按队列', { width: 22, indent: 10 })).toBe(
    '  --to    消息在此时间\n          之前存储。按\n          队列',
  );
  expect(wrapped('あいうえお。かきくけ（こ）', 10, 0)).toEqual(['あいうえ', 'お。かきく', 'け（こ）']);
  expect(wrapped('ローカル（`a b`）のログ', 10, 0)).toEqual(['ローカル', '（`a b`）', 'のログ']);
});

test('code stays whole, also when it is longer than a line, and no single character is left alone', () => {
  expect(wrapped('see `$.currency == "JPY"` there', 12, 0)).toEqual(['see', '`$.currency == "JPY"`', 'there']);
  expect(wrapped('あいうえおか', 10, 0)).toEqual(['あいうえ', 'おか']);
});
