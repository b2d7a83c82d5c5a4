import { expect, test } from 'vitest';
import { known, notOffered, unknown } from '@/lib/model/reading';
import { describeNavCount } from './nav-count.model';

const AT = '2026-11-21T03:24:10.000Z';
const exact = (value: number) => ({ reading: known(value, AT), atLeast: false });

test('a count is exact, at least, or unknown; never 0 for unknown', () => {
  expect(describeNavCount('deadLetters', exact(812))).toEqual({ text: '812', label: '812 dead letters', tone: 'bad' });
  expect(describeNavCount('alarms', exact(1))).toMatchObject({ text: '1', label: '1 firing' });
  expect(describeNavCount('deadLetters', exact(0))).toMatchObject({ text: '' });
  expect(describeNavCount('deadLetters', exact(120_412))).toMatchObject({
    text: '120k',
    label: '120,412 dead letters',
  });
  const part = { ...exact(812), atLeast: true };
  expect(describeNavCount('deadLetters', part)).toMatchObject({ text: '812+', label: 'at least 812 dead letters' });
  expect(describeNavCount('deadLetters', { ...exact(0), atLeast: true })).toMatchObject({ text: '?' });
  expect(describeNavCount('alarms', null)).toMatchObject({ text: '?', label: 'number of firing alarms unknown' });
  expect(describeNavCount('throttled', { reading: unknown('no answer'), atLeast: false })).toMatchObject({
    text: '?',
    label: 'number of throttled topics unknown',
  });
  const never = { reading: notOffered<number>('brokers do not count it'), atLeast: false };
  expect(describeNavCount('throttled', never)).toMatchObject({ text: '' });
});
