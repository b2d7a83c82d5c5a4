import { expect, test } from 'vitest';

import type { DeliveredMessage } from '../../model/message/message';
import { deadLetterTopicMake } from '../../store/queries/topic/dead-letter-topic';
import { type DeadLetterScene, deadLetterStage } from '../../testing/dead-letter-topics';
import { deadLetterExhausted } from '../delivery/dead-letter-exhausted';
import { forward } from '../delivery/forward';
import { updateGroup } from '../group/update';

const { stage, actor, scene, deliver, next, verdict, die } = deadLetterStage();

const WAITING = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()
  AND wait_event_type = 'Lock'`;

const deaths: readonly [
  string,
  string,
  (names: DeadLetterScene) => Promise<{ readonly message: DeliveredMessage; readonly end: () => Promise<unknown> }>,
][] = [
  [
    'the only delivery is given up',
    'SELECT 1 FROM lease WHERE live AND group_id = $1 FOR NO KEY UPDATE',
    async (names) => {
      const message = await deliver(names);
      return { message, end: () => forward(stage.broker.ctx, { ...verdict(names, message), deliveryAttempt: 1 }) };
    },
  ],
  [
    'a retry is given up',
    'SELECT 1 FROM retry WHERE group_id = $1 FOR NO KEY UPDATE',
    async (names) => {
      await die(names, await deliver(names));
      stage.broker.clock.advance(60_000);
      const message = await next(names);
      return { message, end: () => forward(stage.broker.ctx, { ...verdict(names, message), deliveryAttempt: 2 }) };
    },
  ],
  [
    'what waits is over a lowered limit',
    'SELECT 1 FROM retry WHERE group_id = $1 FOR NO KEY UPDATE',
    async (names) => {
      const message = await deliver(names);
      await die(names, message);
      await updateGroup(stage.broker.ctx, { name: names.group, version: 1, maxRetries: 0, actor, reason: 'test' });
      stage.broker.clock.advance(60_000);
      return { message, end: () => deadLetterExhausted(stage.broker.ctx) };
    },
  ],
];

test.each(deaths)(
  '%s while the topic is made: it waits for the group, and holds nothing',
  async (_name, lock, begin) => {
    const names = await scene({ maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1000 } }, { opened: false });
    const { ctx } = stage.broker;
    const { console } = ctx.store;
    const { end } = await begin(names);
    const { groupId } = await ctx.groups.find(names.group);
    const [maker, failing] = [await console.connect(), await console.connect()];
    try {
      // One makes the topic. Behind it: a failure, another one that makes the topic, and the death.
      for (const client of [maker, failing]) await client.query('BEGIN');
      await maker.query('SELECT 1 FROM consumer_group WHERE group_id = $1 FOR UPDATE', [groupId]);
      const shared = failing.query('SELECT 1 FROM consumer_group WHERE group_id = $1 FOR KEY SHARE', [groupId]);
      await expect.poll(waiting).toBe(1);
      const made = deadLetterTopicMake(console, ctx.clock.nowOrNull(), groupId);
      await expect.poll(waiting).toBe(2);
      const ended = end();
      await expect.poll(waiting).toBe(3);
      await maker.query('COMMIT');
      await shared;
      // The failure locks what failed after the group.
      await failing.query("SET LOCAL lock_timeout = '500ms'");
      expect((await failing.query(lock, [groupId])).rowCount).toBe(1);
      await failing.query('COMMIT');
      await Promise.all([made, ended]);
    } finally {
      for (const client of [maker, failing]) client.release(true);
    }
    const { rows } = await console.query('SELECT 1 FROM dead_letter WHERE group_id = $1', [groupId]);
    expect(rows).toHaveLength(1);
  },
);

async function waiting(): Promise<number> {
  return (await stage.broker.ctx.store.console.query<{ n: number }>(WAITING)).rows[0]?.n ?? 0;
}
