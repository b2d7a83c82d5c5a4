import { expect, test } from 'vitest';

import { Wakeups } from './wakeups';

test('other processes hear what is new, unless there are none; one that starts says so', () => {
  const told: unknown[] = [];
  const wakeups = new Wakeups();
  wakeups.relayTo({
    wake: (topicIds, groupIds) => told.push({ topicIds, groupIds }),
    join: () => told.push('joined'),
  });
  let heard = 0;
  wakeups.subscribe(1, 2, () => (heard += 1));
  wakeups.topic(1);
  wakeups.setAlone(true);
  wakeups.topic(1);
  wakeups.group(2);
  wakeups.setAlone(false);
  wakeups.group(2);
  wakeups.join();
  expect(told).toEqual([{ topicIds: [1], groupIds: [] }, { topicIds: [], groupIds: [2] }, 'joined']);
  // Here everything is heard, in any case.
  expect(heard).toBe(4);
});

test('who has the messages already is not woken, and all others are', () => {
  const woken: string[] = [];
  const wakeups = new Wakeups();
  const served = (): void => void woken.push('served');
  wakeups.subscribe(1, 2, served);
  wakeups.subscribe(1, 3, () => woken.push('other'));
  wakeups.relayTo({ wake: () => woken.push('elsewhere'), join: () => undefined });
  wakeups.topic(1, served);
  expect(woken).toEqual(['elsewhere', 'other']);
});
