import { expect, test } from 'vitest';
import { stateWords } from './waiting.model';

test('each state says what is known of the time', () => {
  expect(stateWords('waits')).toBe('waits for its time');
  expect(stateWords('due')).toContain('the next client');
  // A hand-out ends sooner when it is acknowledged or fails.
  expect(stateWords('held')).toContain('at the latest');
});
