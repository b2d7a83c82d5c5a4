import { expect, test } from 'vitest';
import { SETTING_NAMES, SETTING_RULES } from '../../model/broker-setting';
import { settingSchemas } from './setting';

test.each(SETTING_NAMES)('%s: its default is taken, and neither another field nor another kind of value', (name) => {
  const { fallback } = SETTING_RULES[name];
  const takes = (value: object): boolean => settingSchemas[name].safeParse(value).success;
  expect(takes(fallback)).toBe(true);
  expect(takes({ ...fallback, other: 1 })).toBe(false);
  for (const field of Object.keys(fallback)) {
    expect([field, takes({ ...fallback, [field]: { of: 'another kind' } })]).toEqual([field, false]);
    expect([field, takes({ ...fallback, [field]: undefined })]).toEqual([field, false]);
  }
});
