import { expect, test } from 'vitest';

import { LIMITS } from '../../model/limits';
import { Matcher } from './matcher';
import { parseFilter } from './parse-filter';
import { Window } from './window';

/** How large the next look is, after some in which nothing matched. */
async function sizeAfterLooks(expression: string): Promise<number> {
  const { sql } = parseFilter({ type: 'SQL', expression });
  if (sql === null) throw new Error('not parsed');
  const window = new Window();
  for (let look = 0; look < 6; look += 1) {
    const matcher = new Matcher(sql);
    const values = Array.from({ length: Math.min(window.size, 500) }, () => ['7']);
    for (const each of values) await matcher.matches(each);
    window.learn({ wanted: 32, looked: matcher.evaluated, found: 0, steps: matcher.steps, values });
  }
  return window.size;
}

test('a look takes in many messages where few match, and few where each costs much', async () => {
  expect(await sizeAfterLooks('a = 1')).toBe(4_000);
  const costly = Array.from({ length: LIMITS.filterTerms }, (_, index) => `a = ${index + 10}`).join(' OR ');
  expect(await sizeAfterLooks(costly)).toBeLessThanOrEqual(66);
});
