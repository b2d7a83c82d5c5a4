import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, expect, vi } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { incidentOpenList } from '../../store/queries/alarm/alarm-incident';
import { databaseTime } from '../../store/queries/schedule/database-time';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { aboutNow } from '../about-now';
import { createAlarmRule } from '../alarm/edit-rule';
import { evaluateAlarms } from '../alarm/evaluate';
import { sampleHistory } from '../history/sample';
import { heartbeat } from './heartbeat';
import { readLevels } from './read-levels';
import { setLimit, type SetLimitInput } from './set-limit';
import { eachShortFirst } from '../../testing/each-short-first';

const FIVE_MINUTES_MS = 300_000;
const FOR_MS = 2_000;
const actor = systemActor('test');
const brokers: TestBroker[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(brokers.splice(0).map((broker) => broker.close()));
});

/** A process whose clock is off, on a database whose clock is right. */
async function start(offMs: number): Promise<TestBroker> {
  const broker = await createTestBroker({ realTime: true });
  brokers.push(broker);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs, shouldAdvanceTime: true });
  return broker;
}

const SECOND_MS = 1_000;
const EACH = [FIVE_MINUTES_MS, -FIVE_MINUTES_MS];

function limit(fields: Pick<SetLimitInput, 'kind' | 'scope' | 'subject' | 'hard'>): SetLimitInput {
  return { ...fields, version: 0, reason: 'test', actor };
}

eachShortFirst(EACH)(
  'the clock of the process is off by %s ms: a rate is a rate, and a backlog as old as it is',
  async (offMs) => {
    const broker = await start(offMs);
    const at = await Scene.open(broker);
    await at.push();
    const key = { kind: 'send-rate', scope: 'topic', subject: at.topic } as const;
    await setLimit(broker.ctx, { ...limit({ ...key, hard: 4 }), burstMs: 1_000 });
    const startedMs = performance.now();
    let refused = 0;
    for (let stored = 0; stored < 8;) {
      const outcome = await at.send().catch((error: unknown) => error);
      if (typeof outcome === 'string') stored += 1;
      else {
        expect(outcome).toMatchObject({ code: 'too-many-requests' });
        refused += 1;
        await sleep(20);
      }
    }
    // Four at once, four more in a second.
    expect(refused).toBeGreaterThan(0);
    expect(performance.now() - startedMs).toBeGreaterThan(990);

    const old = await Scene.open(broker);
    await old.push();
    const age = { kind: 'backlog-age', scope: 'topic', subject: old.topic } as const;
    await setLimit(broker.ctx, limit({ ...age, hard: 60 }));
    await old.send();
    await readLevels(broker.ctx);
    await old.send();
    await setLimit(broker.ctx, { ...limit({ ...age, hard: 2 }), version: 1 });
    await sleep(2_100);
    await readLevels(broker.ctx);
    await expect(old.send()).rejects.toMatchObject({ code: 'too-many-requests' });
    await old.ack(...(await old.push()));
    await readLevels(broker.ctx);
    await old.send();
  },
);

eachShortFirst(EACH)(
  'the clock of the process is off by %s ms: what is shown as now is the time of the database',
  async (offMs) => {
    const { ctx } = await start(offMs);
    const apartMs = async (): Promise<number> =>
      Math.abs((await databaseTime(ctx.store.broker)).getTime() - aboutNow(ctx).getTime());
    expect(await apartMs()).toBeLessThan(SECOND_MS);
    vi.setSystemTime(Date.now() - 2 * offMs);
    expect(await apartMs()).toBeLessThan(SECOND_MS);
  },
);

eachShortFirst(EACH)(
  'the clock of the process is off by %s ms: an alarm waits for its time, and its times are those of the database',
  async (offMs) => {
    const broker = await start(offMs);
    const db = broker.database.store.console;
    const at = await Scene.open(broker);
    await at.push();
    await createAlarmRule(
      broker.ctx,
      {
        ...{
          watch: 'backlog',
          subject: at.group,
          threshold: 1,
          windowMs: 0,
          forMs: FOR_MS,
          clearBelow: 1,
          clearForMs: 0,
        },
        ...{ severity: 'critical', onUnknown: 'fire', unknownForMs: 0, repeatMs: 0, channelIds: null, enabled: true },
      },
      { reason: '', actor },
    );
    await at.sendMany(3);
    await sampleHistory(broker.ctx);
    const now = async (): Promise<Date> => await databaseTime(db);
    const look = async (): Promise<number | undefined> => {
      await db.query('UPDATE alarm_pass SET evaluated_at = NULL');
      return (await evaluateAlarms(broker.ctx))?.fired;
    };
    const firstLookAt = await now();
    expect(await look()).toBe(0);
    await expect.poll(look).toBe(1);
    await heartbeat(broker.ctx, { consumersByGroup: new Map(), pushClients: [] });
    const { rows } = await db.query<{ alive: number }>(
      `SELECT count(*)::int AS alive FROM broker_node WHERE seen_at >= clock_timestamp() - interval '15 s'`,
    );
    const [incident] = await incidentOpenList(db);
    expect(incident).toMatchObject({ value: 3, becauseUnknown: false });
    expect((incident?.firedAt.getTime() ?? 0) - firstLookAt.getTime()).toBeGreaterThanOrEqual(FOR_MS);
    expect(incident?.firedAt.getTime()).toBeLessThanOrEqual((await now()).getTime());
    expect(rows).toEqual([{ alive: 1 }]);
  },
);
