import { expect, test } from 'vitest';

import type { Queryable } from '../../../store/queryable';
import { ClientDirectory } from './clients';

test('the ids of 10,000 connected clients are asked for once', async () => {
  let asked = 0;
  const query = (): unknown => {
    asked += 1;
    return Promise.resolve({ rows: [{ client_id: asked }] });
  };
  const clients = new ClientDirectory({ query } as unknown as Queryable);
  const names = Array.from({ length: 10_000 }, (_, n) => `payments-7d9f8b6c5-${n}@12@${n}@3kd82hs7q1`);
  for (const name of [...names, ...names]) await clients.id(name);
  expect(asked).toBe(names.length);
});
