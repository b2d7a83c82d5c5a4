import { expect, test } from 'vitest';

import { parseSignedTime } from './signed-time';

test.each([
  ['20210309T195445Z', '2021-03-09T19:54:45Z'],
  ['20240229T000000Z', '2024-02-29T00:00:00Z'],
  ['2021-03-09T20:54:45.123456789+01:00', '2021-03-09T19:54:45Z'],
  ['2021-03-09T14:24:45-05:30', '2021-03-09T19:54:45Z'],
  ['2021-03-09T19:54:45Z', '2021-03-09T19:54:45Z'],
])('%s is %s', (text, time) => {
  expect(parseSignedTime(text)).toBe(Date.parse(time));
});

test.each([
  '',
  'x',
  'yesterday',
  '20210230T000000Z',
  '20211301T000000Z',
  '20210309T240000Z',
  '20210309T196045Z',
  '20210309T195460Z',
  '20210309T195445',
  '20210309T195445Z ',
  '00000000T000000Z',
  '2021-03-09T19:54:45',
  '2021-03-09T19:54:45+24:00',
  '٢٠٢١0309T195445Z',
])('%j is no time', (text) => {
  expect(parseSignedTime(text)).toBeNull();
});
