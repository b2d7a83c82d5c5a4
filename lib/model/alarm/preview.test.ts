import { expect, test } from 'vitest';

import { defaultRulesOf } from './defaults';
import { previewAlarm, thinOut } from './preview';
import type { PreviewPoint } from './series';
import type { AlarmRule } from './rule';

const base = defaultRulesOf('embedded').find(({ watch }) => watch === 'backlog');
if (base === undefined) throw new Error('no default rule for the backlog');
const RULE: AlarmRule = {
  ...base,
  ruleId: 0,
  version: 1,
  threshold: 10,
  clearBelow: 8,
  forMs: 60_000,
  clearForMs: 60_000,
};
const points = (...values: (number | null)[]): PreviewPoint[] =>
  values.map((value, index) => ({ atMs: index * 60_000, value }));

test.each<[string, PreviewPoint[], object[]]>([
  ['nothing kept: nothing fires', [], []],
  ['below', points(1, 2, 9, 1), []],
  [
    'twice, the second one still',
    points(0, 10, 12, 30, 1, 1, 1, 11, 11),
    [
      { fromMs: 120_000, untilMs: 300_000, peak: 30 },
      { fromMs: 480_000, untilMs: null, peak: 11 },
    ],
  ],
  [
    'unknown neither fires nor ends',
    points(null, 10, 10, null, null, 9),
    [{ fromMs: 120_000, untilMs: null, peak: 10 }],
  ],
])('%s', (_, given, firings) => expect(previewAlarm(RULE, given)).toEqual(firings));

test('thinned out, each stretch keeps its highest number', () => {
  expect(thinOut(points(1, 5, null, 2, null, null), 3).map(({ value }) => value)).toEqual([5, 2, null]);
  expect(thinOut(points(1, 2), 3)).toHaveLength(2);
});
