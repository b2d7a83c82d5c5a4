import { expect, test } from 'vitest';
import type { AlarmRuleView } from '@/lib/console/queries/alarms';
import { conditionText, type RuleFilter, rulesIn, summaryOf, unitText } from './alarms.model';

function rule(fields: Partial<AlarmRuleView>): AlarmRuleView {
  return {
    ...{ ruleId: 1, watch: 'deaths', subject: null, threshold: 1, windowMs: 300_000, forMs: 0, clearBelow: 1 },
    ...{ clearForMs: 0, severity: 'warning', onUnknown: 'hold', unknownForMs: 0, repeatMs: 0, channelIds: null },
    ...{ enabled: true, version: 1, reason: '', updatedBy: 'ana', updatedAt: '2026-01-01T00:00:00.000Z' },
    ...{ fired: 0, firing: 0, unknown: 0 },
    ...fields,
  };
}

test('one is one, of rules as of messages', () => {
  expect(summaryOf([rule({})], [])).toBe('0 firing, 0 unknown, 1 rule.');
  expect(summaryOf([rule({}), rule({ enabled: false, unknown: 3 })], [])).toBe(
    '0 firing, 0 unknown, 2 rules, 1 of them off.',
  );
  expect(conditionText(rule({}))).toBe('≥ 1 message in 5 m');
  expect(conditionText(rule({ watch: 'blocked-key', threshold: 600, forMs: 20_000 }))).toBe('≥ 10 m for 20 s');
});

test.each([
  ['deaths', '1', 'message'],
  ['deaths', '2', 'messages'],
  ['deaths', 'many', 'messages'],
  ['deaths', '', 'messages'],
  ['oldest-age', '1', 'second'],
  ['oldest-age', '900', 'seconds = 15 m'],
  ['refused', '0.5', 'percent'],
] as const)('the unit of %s %s is %s', (watch, typed, text) => {
  expect(unitText(watch, typed)).toBe(text);
});

test.each<[RuleFilter, number[]]>([
  ['all', [1, 2, 3, 4]],
  ['firing', [1]],
  ['unknown', [2]],
  ['never', [2]],
  ['off', [4]],
])('rules in %s', (filter, ids) => {
  const rules = [
    rule({ ruleId: 1, firing: 1, fired: 1 }),
    rule({ ruleId: 2, unknown: 1 }),
    rule({ ruleId: 3, fired: 2 }),
    rule({ ruleId: 4, enabled: false, unknown: 1 }),
  ];
  expect(rulesIn(rules, filter).map(({ ruleId }) => ruleId)).toEqual(ids);
});
