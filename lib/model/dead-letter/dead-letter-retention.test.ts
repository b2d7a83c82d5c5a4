import { expect, test } from 'vitest';
import { expiryOf } from './dead-letter-retention';

const deadAt = new Date('2026-01-01T00:00:00Z');
const HOUR = 3_600_000;
const letter = { deadAt, keptUntil: null, redriveId: null, heldAt: null };
const after = (hours: number): Date => new Date(deadAt.getTime() + hours * HOUR);

test.each([
  ['kept for good', letter, null, null],
  ['its time', letter, 5 * HOUR, after(5)],
  ['kept longer than its time', { ...letter, keptUntil: after(9) }, 5 * HOUR, after(9)],
  ['kept less long than its time', { ...letter, keptUntil: after(2) }, 5 * HOUR, after(5)],
  ['held by an operator', { ...letter, heldAt: after(1) }, 5 * HOUR, null],
  ['chosen by an open re-drive', { ...letter, redriveId: 3 }, 5 * HOUR, null],
])('%s', (_, given, keepMs, expected) => expect(expiryOf(given, keepMs)).toEqual(expected));
