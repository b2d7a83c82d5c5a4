import { expect, test } from 'vitest';

import { withinSearchTime } from './search-time';

const canceled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
const fails = (error: Error) => async (): Promise<never> => {
  await Promise.resolve();
  throw error;
};

test('a search that takes too long is refused at its field; other failures stay what they are', async () => {
  await expect(withinSearchTime({ json: '$.a', q: 'x' }, fails(canceled))).rejects.toMatchObject({
    ...{ code: 'bad-request', field: 'json', value: '$.a' },
  });
  await expect(withinSearchTime({ q: 'x' }, fails(canceled))).rejects.toMatchObject({ field: 'q' });
  await expect(withinSearchTime({ group: 'billing' }, fails(canceled))).rejects.toBe(canceled);
  const other = new Error('the database is gone');
  await expect(withinSearchTime({ q: 'x' }, fails(other))).rejects.toBe(other);
  await expect(withinSearchTime({ q: 'x' }, () => Promise.resolve(7))).resolves.toBe(7);
});
