import { expect, test } from 'vitest';
import { speechIn } from '@/lib/language/catalogues';
import { setSpeechOfDocument } from '@/lib/model/language/speech';
import type { AlarmRuleView, AlarmView } from '@/lib/console/operations/alarms/views';
import { known, unknown } from '@/lib/model/reading';
import {
  conditionText,
  conditionWords,
  filterFiring,
  type FiringFilter,
  type RuleFilter,
  rulesIn,
  summaryOf,
  unitText,
} from './alarms.model';

function rule(fields: Partial<AlarmRuleView>): AlarmRuleView {
  return {
    ...{ ruleId: 1, watch: 'deaths', subject: null, threshold: 1, windowMs: 300_000, forMs: 0, clearBelow: 1 },
    ...{ clearForMs: 0, severity: 'warning', onUnknown: 'hold', unknownForMs: 0, repeatMs: 0, channelIds: null },
    ...{ enabled: true, version: 1, reason: '', updatedBy: 'ana', updatedAt: '2026-01-01T00:00:00.000Z' },
    ...{ fired: 0, firing: 0, unknown: 0 },
    ...fields,
  };
}

const AT = '2026-01-01T00:00:00.000Z';
const unread = unknown<never>('no answer', AT);

function alarm(fields: Partial<AlarmView>): AlarmView {
  return {
    ...{ incidentId: 1, ruleId: 1, watch: 'backlog', subject: 'orders-billing', severity: 'warning', threshold: 1 },
    ...{ windowMs: 0, firedAt: AT, becauseUnknown: false, value: 1, peak: 1, told: true, acknowledgedBy: null },
    ...{
      acknowledgedAt: null,
      resolvedAt: null,
      resolvedWhy: null,
      redriveId: null,
      ...{ path: '/alarms/7', evidence: '/groups/orders-billing', evidenceSays: 'Open group' },
    },
    ...{ silencedUntil: null, silenceReason: null, unknownSince: null, drain: null, remaining: null, became: null },
    ...fields,
  };
}

test('what fires is summed by how bad it is and by who has it; unknown is not nothing', () => {
  const summary = (firing: AlarmView[], rules: AlarmRuleView[]) =>
    summaryOf({ firing: known(firing, AT), rules: known(rules, AT) });
  expect(summary([], [rule({})])).toEqual({ bold: 'No alarm is firing.', rest: '1 rule.' });
  const acknowledgedBy = 'ana@example.com';
  expect(
    summary(
      [alarm({ severity: 'critical' }), alarm({ acknowledgedBy }), alarm({})],
      [rule({ unknown: 1 }), rule({ enabled: false, unknown: 3 })],
    ),
  ).toEqual({
    bold: '3 firing: 1 critical, 2 warning; 2 not acknowledged.',
    rest: '2 rules, 1 off, 1 value unknown.',
  });
  expect(summary([alarm({ acknowledgedBy })], []).bold).toBe('1 firing: 1 warning; all acknowledged.');
  expect(summaryOf({ firing: unread, rules: unread })).toEqual({
    bold: 'Firing alarms are unknown.',
    rest: 'The rules are unknown.',
  });
});

test('what fires is found by words, by how bad it is and by who has it', () => {
  const firing = [
    alarm({ incidentId: 1, severity: 'critical' }),
    alarm({ incidentId: 2, watch: 'deaths', subject: 'mail', acknowledgedBy: 'ana@example.com' }),
    alarm({ incidentId: 3, subject: 'mail', silencedUntil: AT, unknownSince: AT }),
  ];
  const found = (filter: Partial<FiringFilter>): number[] =>
    filterFiring(firing, { q: '', severity: '', taken: '', ...filter }).map(({ incidentId }) => incidentId);
  expect(found({})).toEqual([1, 2, 3]);
  expect(found({ q: ' MAIL ready ' })).toEqual([3]);
  expect(found({ q: 'ana' })).toEqual([2]);
  expect(found({ severity: 'critical' })).toEqual([1]);
  expect(found({ taken: 'nobody' })).toEqual([1, 3]);
  expect(found({ taken: 'somebody' })).toEqual([2]);
  expect(found({ taken: 'silenced', q: 'mail' })).toEqual([3]);
  expect(found({ taken: 'unknown' })).toEqual([3]);
});

test('one is one', () => {
  expect(conditionText(rule({}))).toBe('≥ 1 message in 5 m');
  expect(conditionText(rule({ watch: 'blocked-key', threshold: 600, forMs: 20_000 }))).toBe('≥ 10 m for 20 s');
});

test('a threshold is one message: its mark stands where the language of the reader has it', () => {
  expect(conditionWords(rule({}))).toBe('1 message or more in 5 m');
  expect(conditionWords(rule({ watch: 'deaths-due', windowMs: 3_600_000 }))).toBe('1 message or more within 1 h');
  setSpeechOfDocument(speechIn('ja'));
  expect(conditionText(rule({}))).toBe('直近5分でメッセージ1件以上');
  expect(conditionText(rule({ watch: 'blocked-key', threshold: 600 }))).toBe('10分以上');
  setSpeechOfDocument({ language: 'en', messages: {} });
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
