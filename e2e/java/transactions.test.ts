// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { until } from '../protocol/support/wait';
import { useJava, withoutJava } from './support/fixture';

const CHECK_MS = 2_000;

describe.skipIf(withoutJava)('Java clients and transactions', () => {
  const { broker, java } = useJava({ transactions: { checkMs: CHECK_MS, maxChecks: 15, lifetimeMs: 3_600_000 } });

  async function scene(client: string, checked: 'COMMIT' | 'ROLLBACK') {
    const [topic, group] = await Promise.all([broker().topic('TRANSACTION'), broker().group()]);
    await Promise.all([
      java().tell('producer', { client: `${client}-producer`, topic, checked }),
      java().tell('push', { client, group, topic }),
    ]);
    return (body: string, end: 'COMMIT' | 'ROLLBACK' | 'NONE'): Promise<{ messageId: string }> =>
      java().tell('transaction', { client: `${client}-producer`, topic, body, end });
  }
  const checks = (client: string) =>
    java().events.filter((event) => event.event === 'checked' && event.client === `${client}-producer`);

  test.concurrent('[case 73] committed: delivered once; rolled back: never', async () => {
    const send = await scene('ended', 'COMMIT');
    await send('rolled back', 'ROLLBACK');
    const { messageId } = await send('committed', 'COMMIT');
    await until('the committed', () => java().ended('ended').length === 1);
    await sleep(CHECK_MS + 1_000);
    expect(java().received('ended')).toMatchObject([{ messageId, body: 'committed', attempt: 1 }]);
  });

  test.concurrent('[case 74] left open: the producer is asked, and its answer counts', async () => {
    const [commit, rollback] = await Promise.all([scene('answering', 'COMMIT'), scene('refusing', 'ROLLBACK')]);
    const { messageId } = await commit('open', 'NONE');
    await rollback('open', 'NONE');
    await until('both checks', () => checks('answering').length > 0 && checks('refusing').length > 0, 30_000);
    expect(checks('answering')[0]).toMatchObject({ messageId, body: 'open' });
    await until('the delivery', () => java().ended('answering').length === 1, 15_000);
    await sleep(2 * CHECK_MS);
    expect(java().received('answering')).toHaveLength(1);
    expect(java().received('refusing')).toHaveLength(0);
    expect(checks('refusing')).toHaveLength(1);
  });
});
