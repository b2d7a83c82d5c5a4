import { expect, test } from 'vitest';

import type { RuleFields } from './defaults';
import { type AlarmRule, endsByEvidence, ruleFor } from './rule';
import { causeSubject } from './subject';

const FIELDS: RuleFields = {
  ...{ watch: 'dead-letters', subject: null, threshold: 1, windowMs: 0, forMs: 0, clearBelow: 1, clearForMs: 0 },
  ...{ severity: 'warning', onUnknown: 'hold', unknownForMs: 0, repeatMs: 0, channelIds: null, enabled: true },
};
const rule = (ruleId: number, fields: Partial<RuleFields>): AlarmRule => ({ ...FIELDS, ...fields, ruleId, version: 1 });

test('the rule of a cause is that of its group, else the one for all', () => {
  const watch = 'dead-letters-of-cause';
  const [all, own] = [rule(1, { watch }), rule(2, { watch, subject: 'billing' })];
  expect(ruleFor([all, own], watch, causeSubject('billing', 'f1'))?.ruleId).toBe(2);
  expect(ruleFor([all, own], watch, causeSubject('other', 'f1'))?.ruleId).toBe(1);
  expect(ruleFor([all, { ...own, enabled: false }], watch, causeSubject('billing', 'f1'))).toBeNull();
});

test('alarms about dead letters end by evidence; one on new ones not where those present are of no interest', () => {
  expect(endsByEvidence([], 'deaths', 'billing')).toBe(true);
  expect(endsByEvidence([rule(1, {})], 'deaths', 'billing')).toBe(true);
  expect(endsByEvidence([rule(1, {}), rule(2, { subject: 'billing', enabled: false })], 'deaths', 'billing')).toBe(false);
  expect(endsByEvidence([rule(1, { enabled: false })], 'dead-letter-age', 'billing')).toBe(true);
  expect(endsByEvidence([], 'backlog', 'billing')).toBe(false);
});
