import { expect, test } from 'vitest';
import { csvCell, csvLine } from './letter-file';

test.each([
  ['plain', 'plain'],
  [null, ''],
  [-3, '-3'],
  ['=1+2', "'=1+2"],
  ['+49', "'+49"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\t=1', "'\t=1"],
  ['a "b", c', '"a ""b"", c"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['two\nlines', '"two\nlines"'],
])('%j is written as %j', (value, cell) => expect(csvCell(value)).toBe(cell));

test('a line ends as RFC 4180 says', () => expect(csvLine(['a', 1, null])).toBe('a,1,\r\n'));
