import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, expect, test, vi } from 'vitest';

import { systemActor } from '../../model/actor';
import { incidentOpenList } from '../../store/queries/alarm/alarm-incident';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { createAlarmRule } from '../alarm/edit-rule';
import { evaluateAlarms } from '../alarm/evaluate';
import { sampleHistory } from '../history/sample';
import { beat } from './beat';
import { readLevels } from './read-levels';
import { setLimit, type SetLimitInput } from './set-limit';

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

const EACH = [FIVE_MINUTES_MS, -FIVE_MINUTES_MS];

function limit(fields: Pick<SetLimitInput, 'kind' | 'scope' | 'subject' | 'hard'>): SetLimitInput {
  return { ...fields, version: 0, reason: 'test', actor };
}

test.each(EACH)(
  'the clock of the process is off by %s ms: a rate is a rate, and a backlog as old as it is',
  async (offMs) => {
    const broker = await start(offMs);
    const at = await Scene.open(broker);
    await at.push();
    const key = { kind: 'send-rate', scope: 'topic', subject: at.topic } as const;
    await setLimit(broker.ctx, { ...limit({ ...key, hard: 4 }), burstMs: 1_000 });
    await at.sendMany(4);
    await expect(at.send()).rejects.toMatchObject({ code: 'too-many-requests' });
    await sleep(1_100);
    await at.sendMany(4);
    await expect(at.send()).rejects.toMatchObject({ code: 'too-many-requests' });

    const old = await Scene.open(broker);
    await old.push();
    await setLimit(broker.ctx, limit({ kind: 'backlog-age', scope: 'topic', subject: old.topic, hard: 2 }));
    await old.send();
    await readLevels(broker.ctx);
    await old.send();
    await sleep(2_100);
    await readLevels(broker.ctx);
    await expect(old.send()).rejects.toMatchObject({ code: 'too-many-requests' });
    await old.ack(...(await old.push()));
    await readLevels(broker.ctx);
    await old.send();
  },
);

test.each(EACH)(
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
    await beat(broker.ctx, { consumersByGroup: new Map(), pushClients: [] });
    await sampleHistory(broker.ctx);
    const look = async (): Promise<number | undefined> => {
      await db.query('UPDATE alarm_pass SET evaluated_at = NULL');
      return (await evaluateAlarms(broker.ctx))?.fired;
    };
    expect(await look()).toBe(0);
    await sleep(FOR_MS / 2);
    expect(await look()).toBe(0);
    await sleep(FOR_MS / 2 + 100);
    expect(await look()).toBe(1);
    const { rows } = await db.query<{ now: Date; alive: number }>(
      `SELECT clock_timestamp() AS now, (SELECT count(*) FROM broker_node WHERE seen_at >= clock_timestamp() - interval '15 s')::int AS alive`,
    );
    const [incident] = await incidentOpenList(db);
    expect(incident).toMatchObject({ value: 3, becauseUnknown: false });
    expect(Math.abs((rows[0]?.now.getTime() ?? 0) - (incident?.firedAt.getTime() ?? 0))).toBeLessThan(5_000);
    expect(rows[0]?.alive).toBe(1);
  },
);
