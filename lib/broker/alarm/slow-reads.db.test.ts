import { expect, test } from 'vitest';

import { alarmStage } from '../../testing/alarms';
import { evaluateAlarms } from './evaluate';

const { stage, db, open, tick, scene, only } = alarmStage();
/** Read one after the other. */
const WATCHES = ['backlog', 'oldest-age', 'amplification'] as const;

test(
  'numbers that take as long as they may to fail are unknown, and the pass still counts',
  { tags: ['long'], timeout: 60_000 },
  async () => {
    const at = await scene();
    for (const watch of WATCHES) await only(at, { watch, windowMs: 60_000, threshold: 100, clearBelow: 1 });
    const health = { watch: 'broker-health', subject: null, threshold: 1, clearBelow: 1, forMs: 0 } as const;
    await only(at, health);
    await tick();

    const holder = await db().connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE group_sample IN ACCESS EXCLUSIVE MODE');
      const still = setInterval(() => void holder.query('SELECT 1'), 1000);
      // Levels that no node reads any more are what the broker's health alarm is about.
      stage.broker.clock.advance(60_000);
      const pass = evaluateAlarms(stage.broker.ctx);
      // Each read waits for the lock as long as a session may, three times in all.
      expect(await pass.finally(() => clearInterval(still))).toMatchObject({ fired: 1 });
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect(await open()).toMatchObject([{ watch: 'broker-health' }]);
  },
);
