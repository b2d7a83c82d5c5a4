import { expect, test } from 'vitest';
import { outcomeText } from './retry-change.model';

test('what was done, what is left, and why some stay', () => {
  const job = {
    jobId: 1,
    verb: 'hold',
    matched: 5,
    changed: 3,
    left: 0,
    excluded: [{ why: 'held already', count: 2 }],
  } as const;
  expect(outcomeText(job)).toBe('3 messages held. 2 left out: held already (2).');
  expect(outcomeText({ ...job, verb: 'now', changed: 1, left: 1000, excluded: [] })).toBe(
    '1 message is due now. 1,000 more follow in the background.',
  );
});
