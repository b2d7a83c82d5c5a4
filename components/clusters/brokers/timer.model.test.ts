import { expect, test } from 'vitest';
import { known, unknown } from '@/lib/model/reading';
import { lateWords, topicsWords } from './timer.model';

const asOf = '2026-11-29T12:00:00.000Z';

test('a timer is on time, late, off or unknown', () => {
  const words = (seconds: number) => lateWords({ isOn: true, lateSeconds: known(seconds, asOf) });
  expect([words(0), words(4), words(40)]).toEqual(['on time', 'on time', '40 s late']);
  expect(lateWords({ isOn: false, lateSeconds: unknown('off') })).toBe('off');
  expect(lateWords({ isOn: true, lateSeconds: unknown('not reported') })).toBe('unknown');
});

test('scheduled messages by topic, the first five; unknown has its reason', () => {
  const of = (...names: readonly string[]) => names.map((topic, place) => ({ topic, waiting: 10 - place }));
  expect(topicsWords({ topics: of('later', 'soon'), topicsWhy: null }, String)).toBe('later 10, soon 9');
  expect(topicsWords({ topics: of(...'abcdefg'), topicsWhy: null }, String)).toMatch(/^a 10, .* and 2 other topics$/);
  expect(topicsWords({ topics: [], topicsWhy: null }, String)).toBe('none');
  expect(topicsWords({ topics: null, topicsWhy: 'its timer is off' }, String)).toBe('unknown: its timer is off');
});
