import { expect, test } from 'vitest';

import { csvDownload, fileName } from './download';

test.each([
  ['stay-behind-group.csv', 'stay-behind-group.csv'],
  ["a\"; filename*=UTF-8''evil.html", 'a___filename__UTF-8__evil.html'],
  ['a\r\nset-cookie: b=c', 'a__set-cookie__b_c'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['C:\\a|b<c>', 'C__a_b_c_'],
  ['Zürich 😀', 'Z_rich___'],
  ['x'.repeat(1000), 'x'.repeat(150)],
])('the file of %j is named %j', (text, name) => {
  expect(fileName(text)).toBe(name);
  const answer = csvDownload((async function* () {})(), text);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});
