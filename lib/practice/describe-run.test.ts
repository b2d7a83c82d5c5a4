import { expect, test } from 'vitest';

import { describeRun } from './describe-run';

const tally = {
  ...{ sent: 9, consumed: 5, sendErrors: 0, sendingEnded: null },
  failed: { PaymentGatewayTimeout: 3, InvalidAddress: 1, RateLimited: 0 },
};
const running = { phase: 'running', processId: 7, broken: true, tally } as const;

test('the line of a terminal says what is sent, and that sending has ended', () => {
  const causes = 'succeeded 5  PaymentGatewayTimeout 3  InvalidAddress 1  RateLimited 0';
  expect(describeRun({ phase: 'stopped', lastFailure: null })).toBeNull();
  expect(describeRun(running)).toBe(`failing  sent 9  ${causes}`);
  expect(describeRun({ ...running, broken: false, tally: { ...tally, sendErrors: 2 } })).toBe(
    `fixed    sent 9  not sent 2  ${causes}`,
  );
  expect(describeRun({ ...running, tally: { ...tally, sendingEnded: { limitMs: 900_000 } } })).toBe(
    `failing  sent 9, ended after 15 m  ${causes}`,
  );
});
