import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { crashingStore } from '../../testing/crashing-store';
import { type HttpReceiver, receiveHttp } from '../../testing/receivers';
import { IMPATIENT } from '../../testing/impatient-rule';
import { Scene } from '../../testing/scene';
import { deliveryLog } from '../../store/queries/alarm/alarm-delivery';
import { eventList, incidentOpenList, incidentResolvedList } from '../../store/queries/alarm/alarm-incident';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { sampleHistory } from '../history/sample';
import { speechIn } from '../../language/catalogues';
import { DELIVERY, deliverAlarms } from './deliver';
import { createAlarmChannel } from './edit-channel';
import { createAlarmRule } from './edit-rule';
import { evaluateAlarms } from './evaluate';

let broker: TestBroker;
let http: HttpReceiver;
beforeAll(async () => {
  broker = await createTestBroker();
  http = await receiveHttp();
});
afterAll(async () => {
  await http.close();
  await broker.close();
});
beforeEach(() => reset());

const actor = systemActor('test');
const db = () => broker.database.store.console;
const options = () => ({
  allow: new Set([http.origin]),
  consoleUrl: 'https://redrive.example.com',
  speechIn,
  timeoutMs: 30_000,
});

async function reset(): Promise<void> {
  await db().query('TRUNCATE alarm_rule, alarm_incident, alarm_channel CASCADE');
  broker.clock.advance(3_600_000);
  http.received.length = 0;
}

/** A process that is killed after its n-th statement. */
async function crashAfter(n: number): Promise<{ readonly ctx: BrokerContext; readonly isDead: () => boolean }> {
  const { store, dieAfter, isDead } = crashingStore(broker.database.store);
  const ctx = await createBrokerContext({ ...broker.ctx, clock: broker.clock, store });
  dieAfter(n);
  return { ctx, isDead };
}

async function makeRule(): Promise<Scene> {
  const at = await Scene.open(broker);
  await at.push();
  const config = { url: `${http.origin}/hook` };
  const secret = 'a-signing-secret-of-some-length';
  const given = { name: 'hook', kind: 'webhook', config, secret, enabled: true } as const;
  await createAlarmChannel(broker.ctx, given, { actor, allow: new Set([http.origin]) });
  await createAlarmRule(
    broker.ctx,
    {
      ...IMPATIENT,
      watch: 'backlog',
      subject: at.group,
      unknownForMs: 0,
    },
    { reason: '', actor },
  );
  return at;
}

/** Ten seconds later the levels are read, and a process looks at the rules. */
async function look(ctx: BrokerContext): Promise<void> {
  broker.clock.advance(10_000);
  await sampleHistory(broker.ctx);
  await evaluateAlarms(ctx);
}

/** The server notices a moment later that a process is gone, and with it its transaction. */
async function lookAfterDeath(): Promise<void> {
  broker.clock.advance(10_000);
  await sampleHistory(broker.ctx);
  await expect.poll(() => evaluateAlarms(broker.ctx)).not.toBeNull();
}

const sent = (): string[] => http.received.map(({ body }) => (JSON.parse(body) as { kind: string }).kind);

test(
  'killed during an evaluation, at any statement: each alarm fires once, resolves once, and notifies once',
  { tags: ['long'], timeout: 60_000 },
  async () => {
    let deaths = 0;
    for (let n = 1, alive = false; !alive; n += 1) {
      await reset();
      const at = await makeRule();
      await at.sendMany(3);
      const first = await crashAfter(n);
      await look(first.ctx).catch(() => undefined);
      await lookAfterDeath();
      expect(await incidentOpenList(db())).toHaveLength(1);
      await at.ack(...(await at.push()));
      const second = await crashAfter(n);
      await look(second.ctx).catch(() => undefined);
      await lookAfterDeath();
      const [incident, ...others] = await incidentResolvedList(db(), new Date(0), 100);
      expect(others).toEqual([]);
      expect((await eventList(db(), incident?.incidentId ?? 0)).map(({ kind }) => kind)).toEqual(['fired', 'resolved']);
      while ((await deliverAlarms(broker.ctx, options())) > 0);
      expect(sent()).toEqual(['fired', 'resolved']);
      alive = !first.isDead() && !second.isDead();
      deaths += Number(first.isDead());
    }
    expect(deaths).toBeGreaterThan(5);
  },
);

test('killed in the middle of a delivery, at any statement: it arrives, and a second copy has the number of the first', async () => {
  const copies: number[] = [];
  for (let n = 1, alive = false; !alive; n += 1) {
    await reset();
    const at = await makeRule();
    await at.sendMany(3);
    await look(broker.ctx);
    const { ctx, isDead } = await crashAfter(n);
    await deliverAlarms(ctx, options()).catch(() => undefined);
    // No other process takes it from one that may still be at it.
    expect(await deliverAlarms(broker.ctx, options())).toBe(0);
    broker.clock.advance(DELIVERY.leaseMs);
    while ((await deliverAlarms(broker.ctx, options())) > 0);
    const numbers = http.received.map(({ headers }) => headers['x-redrive-delivery']);
    expect(new Set(numbers).size).toBe(1);
    expect(await deliveryLog(db(), null, 10)).toMatchObject([{ kind: 'fired', state: 'sent' }]);
    copies.push(numbers.length);
    alive = !isDead();
  }
  // Twice only where it died between the answer of the receiver and its note of it.
  expect(Math.max(...copies)).toBeLessThanOrEqual(2);
  expect(copies.at(-1)).toBe(1);
}, 60_000);

test(
  'the pass is in the hand of a session that hangs: once the database has ended it, another process looks',
  { tags: ['long'], timeout: 30_000 },
  async () => {
    const at = await makeRule();
    await at.sendMany(3);
    broker.clock.advance(10_000);
    await sampleHistory(broker.ctx);
    const hanging = await db().connect();
    hanging.on('error', () => undefined);
    await hanging.query('BEGIN');
    const startedMs = performance.now();
    await hanging.query('SELECT 1 FROM alarm_pass FOR UPDATE');
    expect(await evaluateAlarms(broker.ctx)).toBeNull();
    await expect.poll(() => evaluateAlarms(broker.ctx), { interval: 200 }).toMatchObject({ fired: 1 });
    expect(performance.now() - startedMs).toBeGreaterThan(4_000);
    await expect(hanging.query('COMMIT')).rejects.toThrow();
    hanging.release(true);
    expect(await incidentOpenList(db())).toMatchObject([{ subject: at.group }]);
  },
);
