import { expect, test } from 'vitest';

import { NEVER_S } from '../../model/signal/moment';
import { ONLY_BROKER, type Signal, signalsOf } from '../../model/signal/signal';
import { alarmStage } from '../../testing/alarms';
import { setDeadLetterRetention } from '../retention/dead-letter-retention';
import { askApproval } from '../approval/approvals';
import { signalReader } from './read-signals';

const MINUTE_MS = 60_000;
const { stage, why, tick, scene, die } = alarmStage();

/** Which group, topic or broker of the scene below shows it, and its value there. Before, it is `quiet`, or 0. */
const SHOWN: { readonly [Name in Signal]: readonly [of: string, value: number, quiet?: number] | 'elsewhere' } = {
  backlog: ['behind', 3],
  'oldest-age': ['behind', 10],
  'lag-growth': ['behind', 3],
  'time-to-drain': ['behind', NEVER_S],
  'no-consumer': ['behind', 1],
  deaths: ['dying', 2],
  'dead-letters': ['dying', 2],
  'dead-letter-age': ['dying', 10],
  // By cause.
  'dead-letters-of-cause': 'elsewhere',
  'expiring-dead-letters': ['dying', 2],
  'deaths-due': ['retrying', 1],
  amplification: ['retrying', 2, 0],
  // With clients on nodes: lib/broker/problem/subscriptions.db.test.ts.
  'subscriptions-differ': 'elsewhere',
  'blocked-key': ['blocked', 10],
  refused: ['topic', 75],
  'approval-waits': ['broker', 10],
  'broker-health': ['broker', 60],
  // Of attached clusters: lib/engine/rocketmq/samples.
  'brokers-differ': 'elsewhere',
  'group-missing': 'elsewhere',
  'letters-near-retention': 'elsewhere',
  'broker-away': 'elsewhere',
  'proxy-away': 'elsewhere',
  'queue-still': 'elsewhere',
  'replica-behind': 'elsewhere',
  'sends-refused': 'elsewhere',
  'calls-refused': 'elsewhere',
  disk: 'elsewhere',
};

test('every watch reads its value: nothing while all is quiet, and then what happened', async () => {
  const behind = await scene();
  const dying = await scene({ maxRetries: 0 });
  const retrying = await scene({ maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1000 } });
  const blocked = await scene({ deliveryOrder: 'ordered', maxRetries: 5 });
  const { actor } = why;
  await setDeadLetterRetention(stage.broker.ctx, { keepHours: 1, version: 0, mayRemove: 0, actor });
  const subjects: Record<string, string> = {
    ...{ behind: behind.group, dying: dying.group, retrying: retrying.group, blocked: blocked.group },
    ...{ topic: behind.topic, broker: ONLY_BROKER },
  };
  const read = async (watch: Signal, of: string): Promise<number | null | undefined> => {
    const windowMs = watch === 'expiring-dead-letters' ? 120 * MINUTE_MS : MINUTE_MS;
    const values = await signalReader(stage.broker.ctx, stage.broker.clock.nowOrNull())(watch, windowMs);
    return values.get(subjects[of] ?? '');
  };

  await tick(7);
  const rows = signalsOf('embedded').flatMap((watch) => {
    const shown = SHOWN[watch];
    return shown === 'elsewhere' ? [] : [{ watch, of: shown[0], value: shown[1], quiet: shown[2] ?? 0 }];
  });
  for (const { watch, of, quiet } of rows) expect([watch, await read(watch, of)]).toEqual([watch, quiet]);

  await behind.sendMany(3);
  stage.broker.ctx.meter.count('redrive_throttled_requests_total', { limit: 'send-queue', topic: behind.topic }, 9);
  await die(dying, 2);
  await retrying.send();
  await retrying.fail(await retrying.one(retrying.push()));
  stage.broker.clock.advance(1000);
  await retrying.one(retrying.push());
  stage.broker.clock.advance(-1000);
  await blocked.send({ messageGroup: 'k' });
  await blocked.fail(await blocked.one(blocked.push()));
  const asked = { workspace: null, operation: 'startRedrive', group: dying.group, messages: 2, reason: '', input: {} };
  await askApproval(stage.broker.ctx, { ...asked, actor, hours: 8 });
  await tick();
  for (const { watch, of, value } of rows) {
    // Nothing is read and no node reports for a minute.
    if (watch === 'broker-health') stage.broker.clock.advance(MINUTE_MS);
    expect([watch, await read(watch, of)]).toEqual([watch, value]);
  }
});
