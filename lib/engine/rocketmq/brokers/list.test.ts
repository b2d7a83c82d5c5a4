import { expect, test } from 'vitest';

import { settingsOf } from './list';

const answers = (...brokers: readonly Record<string, string>[]) => ({
  ...{ asOf: '2026-11-29T12:00:00.000Z', silent: [] },
  parts: brokers.map((settings, place) => ({ broker: `broker-${place}`, value: { settings } })),
});

test('settings in which brokers differ come first, then what is not the default, then the rest', () => {
  const a = { fileReservedTime: '72', maxMessageSize: '8388608', deleteWhen: '04' };
  expect(settingsOf(answers(a, { ...a, deleteWhen: '05' }))).toMatchObject([
    { name: 'deleteWhen', differs: true, isUsual: false, values: [{ value: '04' }, { value: '05' }] },
    { name: 'maxMessageSize', differs: false, isUsual: false },
    { name: 'fileReservedTime', differs: false, isUsual: true },
  ]);
});

test('a setting that only some brokers have differs, and one of no broker is left out', () => {
  expect(settingsOf(answers({ deleteWhen: '04' }, {}))).toEqual([
    {
      ...{ name: 'deleteWhen', differs: true, isUsual: true },
      values: [
        { broker: 'broker-0', value: '04' },
        { broker: 'broker-1', value: null },
      ],
    },
  ]);
  expect(settingsOf(answers())).toEqual([]);
});
