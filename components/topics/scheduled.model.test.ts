import { expect, test } from 'vitest';

import { known, unknown } from '@/lib/model/reading';
import { waitingShort, waitingWords } from './scheduled.model';

const AT = '2026-11-21T10:00:00.000Z';

test('a count says when it was cut off, and unknown is not zero', () => {
  expect(waitingWords(known(0, AT), 100_000)).toBe('0 messages are waiting.');
  expect(waitingWords(known(1, AT), 100_000)).toBe('1 message is waiting.');
  expect(waitingWords(known(100_000, AT), 100_000)).toBe('100,000 messages are waiting.');
  expect(waitingWords(known(100_001, AT), 100_000)).toBe('More than 100,000 messages are waiting.');
  expect(waitingWords(unknown('no answer', AT), 100_000)).toBe('How many messages are waiting is unknown.');
  expect(waitingShort(100_001, 100_000)).toBe('100,000+');
});
