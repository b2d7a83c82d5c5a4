import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../../testing/database';
import { appendAuditOnce } from './audit-append';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test.each(['10.0.0.1', undefined])('what is repeated from the same address (%s) is one row', async (address) => {
  const db = database.store.console;
  const target = `repeated from ${address ?? 'no address'}`;
  const entry = { actor: { kind: 'system', name: 'test', address }, action: 'test.refuse', target } as const;
  for (let time = 0; time < 3; time += 1) await appendAuditOnce(db, entry, 10);
  await appendAuditOnce(db, { ...entry, actor: { ...entry.actor, address: '10.0.0.2' } }, 10);
  const { rows } = await db.query<{ address: string | null }>(
    'SELECT address FROM audit WHERE target = $1 ORDER BY audit_id',
    [target],
  );
  expect(rows).toEqual([{ address: address ?? null }, { address: '10.0.0.2' }]);
});
