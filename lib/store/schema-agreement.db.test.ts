import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../testing/database';
import { renderPrismaSchema } from '../testing/prisma-schema';
import { readCatalog } from '../testing/read-catalog';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('prisma/schema.prisma says what the migrated database has: columns, types, nullability, keys', async () => {
  const wanted = renderPrismaSchema(await readCatalog(database.store.console));
  await expect(wanted).toMatchFileSnapshot('../../prisma/schema.prisma');
});

test('the generated client reads a migrated table', async () => {
  expect(await database.store.prisma.topic.findMany({ select: { topicId: true, messageType: true } })).toEqual([]);
});
