import { expect, test } from 'vitest';

import { defaultGroupSettings, type GroupField, groupFieldsOf } from './group-settings';

const LITE: readonly GroupField[] = ['liteModel', 'liteQuota'];

test('a group shows how its clients share lite topics when it can have some', () => {
  const ordered = defaultGroupSettings('ordered');
  expect(groupFieldsOf(ordered, 'embedded')).toEqual(expect.arrayContaining([...LITE]));
  for (const [settings, engine] of [
    [defaultGroupSettings('concurrent'), 'embedded'],
    [{ ...ordered, messageModel: 'broadcasting' }, 'embedded'],
    [ordered, 'cluster'],
  ] as const)
    expect(groupFieldsOf(settings, engine).filter((field) => LITE.includes(field))).toEqual([]);
});
