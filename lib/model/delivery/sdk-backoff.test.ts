import { expect, test } from 'vitest';

import type { RetryPolicy } from './retry-policy';
import { type Sdk, sdkBackoff } from './sdk-backoff';

const asOf = '2026-01-01T00:00:00.000Z';
const list: RetryPolicy = { type: 'customized', intervalsMs: [1_500, 10_000] };
const curve: RetryPolicy = { type: 'exponential', initialMs: 10_000, maxMs: 7_200_000, multiplier: 2 };
const push = (language: string, version = '5.0.0'): Sdk => ({ type: 'push', language, version });

test.each(['JAVA', 'GOLANG', 'DOT_NET', 'RUST'])(
  'push consumers of the SDK for %s take over every policy',
  (language) => {
    for (const policy of [list, curve])
      expect(sdkBackoff(push(language), policy, asOf)).toEqual({ kind: 'value', value: policy, asOf });
  },
);

test('Node clients up to 1.0.8 take seconds of a curve for milliseconds, and read no list', () => {
  const flawed = push('NODE_JS', '1.0.8');
  expect(sdkBackoff(flawed, curve, asOf)).toMatchObject({ value: { ...curve, initialMs: 10, maxMs: 7_200 } });
  expect(sdkBackoff(flawed, list, asOf)).toMatchObject({ kind: 'unknown', notOffered: true });
  expect(sdkBackoff(push('NODE_JS', '1.0.9'), list, asOf)).toMatchObject({ value: list });
});

test('Python clients up to 5.1.2 read whole seconds of a list, and no curve', () => {
  const flawed = push('PYTHON', '5.1.1');
  expect(sdkBackoff(flawed, list, asOf)).toMatchObject({ value: { intervalsMs: [1_000, 10_000] } });
  expect(sdkBackoff(flawed, { type: 'fixed', intervalMs: 2_500 }, asOf)).toMatchObject({
    value: { intervalMs: 2_000 },
  });
  expect(sdkBackoff(flawed, curve, asOf)).toMatchObject({ kind: 'unknown', notOffered: true });
  expect(sdkBackoff(push('PYTHON', '5.2.0'), curve, asOf)).toMatchObject({ value: curve });
});

test('simple consumers wait as they like; of other clients it is not known', () => {
  expect(sdkBackoff({ ...push('JAVA'), type: 'simple' }, list, asOf)).toMatchObject({ notOffered: true });
  expect(sdkBackoff(push('CPP'), list, asOf)).toMatchObject({ notOffered: true });
  for (const other of [push('PHP'), push(''), { ...push('JAVA'), type: 'unknown' } as const])
    expect(sdkBackoff(other, list, asOf)).toEqual({ kind: 'unknown', since: null, reason: expect.any(String) });
});
