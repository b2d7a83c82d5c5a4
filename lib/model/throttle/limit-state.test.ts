import { expect, test } from 'vitest';

import { stateWithPast } from './limit-state';

test('a limit that refused a moment ago and has room now is not refusing', () => {
  expect(stateWithPast('room', true)).toBe('refused');
  expect(stateWithPast('unknown', true)).toBe('refused');
  expect(stateWithPast('refusing', true)).toBe('refusing');
  expect(stateWithPast('off', true)).toBe('off');
  expect(stateWithPast('room', false)).toBe('room');
});
