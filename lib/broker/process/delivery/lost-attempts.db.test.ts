import { expect, test } from 'vitest';

import { createTestBroker } from '../../../testing/broker';
import { LostAttempts } from './lost-attempts';

test('a receive that ends while it waits for its look asks nothing: the broker may have stopped by then', async () => {
  const broker = await createTestBroker();
  const lost = new LostAttempts({ store: broker.database.store, clock: broker.clock });
  const attempt = { groupId: 1, clientId: 1, attemptId: 'first' };
  await lost.takeBack(attempt, null);
  const leaving = new AbortController();
  const waiting = lost.takeBack({ ...attempt, attemptId: 'second' }, leaving.signal);
  leaving.abort();
  await broker.close();
  await expect(waiting).resolves.toBeUndefined();
});
