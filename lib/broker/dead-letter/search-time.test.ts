import { expect, test } from 'vitest';

import { withinSearchTime } from './search-time';

const canceled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
function reject(error: Error): Promise<never> {
  return Promise.reject(error);
}

test('a search that takes too long is refused at its field; other failures stay what they are', async () => {
  await expect(withinSearchTime({ json: '$.a', q: 'x' }, () => reject(canceled))).rejects.toMatchObject({
    ...{ code: 'bad-request', field: 'json', value: '$.a' },
  });
  await expect(withinSearchTime({ q: 'x' }, () => reject(canceled))).rejects.toMatchObject({ field: 'q' });
  await expect(withinSearchTime({ group: 'billing' }, () => reject(canceled))).rejects.toBe(canceled);
  const other = new Error('the database is gone');
  await expect(withinSearchTime({ q: 'x' }, () => reject(other))).rejects.toBe(other);
  await expect(withinSearchTime({ q: 'x' }, () => Promise.resolve(7))).resolves.toBe(7);
});
