import { expect } from 'vitest';

import { reportFailures } from '../../../lib/broker';
import type { HttpReceiver } from '../../../lib/testing/receivers';
import type { ProtocolBroker } from './broker';
import { until } from './wait';

/** What the hosts of the SDKs give to the wrapper of the documentation. */
export const REPORTER = { token: 'of the application', appVersion: '2.1' };

type Report = Parameters<typeof reportFailures>[1][number];

/**
 * Of a message that failed twice and is dead: the wrapper has sent one report of each delivery, repeated the call that
 * was refused, and the broker takes what it sent.
 */
export async function expectReports(
  { received }: HttpReceiver,
  { ctx }: ProtocolBroker,
  expected: Pick<Report, 'messageId' | 'topic' | 'group' | 'errorType' | 'message'>,
): Promise<void> {
  const calls = (): Report[][] => received.map(({ body }) => (JSON.parse(body) as { items: Report[] }).items);
  const attempts = (): number[] => [...new Set(calls().flatMap((items) => items.map(({ attempt }) => attempt)))];
  await until('a report of each delivery', () => attempts().length === 2);
  expect(new Set(attempts())).toEqual(new Set([1, 2]));
  for (const { path, headers } of received) {
    expect(path).toBe('/api/v1/failures');
    expect(headers).toMatchObject({ authorization: `Bearer ${REPORTER.token}`, 'content-type': 'application/json' });
  }
  const [refused = [], repeated = [], ...later] = calls();
  const withoutAgo = (items: Report[]): unknown[] => items.map((item) => ({ ...item, agoMs: expect.any(Number) }));
  expect(repeated).toEqual(withoutAgo(refused));
  expect(repeated[0]?.agoMs).toBeGreaterThan(refused[0]?.agoMs ?? Number.NaN);
  const items = [repeated, ...later].flat();
  for (const item of items) {
    expect(item).toMatchObject({ ...expected, appVersion: REPORTER.appVersion });
    expect(item.stack?.length).toBeGreaterThan(0);
  }
  expect(await reportFailures(ctx, items)).toEqual(items.map(() => ({ stored: true })));
}
