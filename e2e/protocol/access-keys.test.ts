import { describe, expect, test } from 'vitest';

import { createAccessKey, disableAccessKey, rotateAccessKey } from '../../lib/broker';
import { loadMessagingService } from '../../lib/testing/messaging-service';
import type { Status, TelemetryCommand } from '../../lib/gateway/proto/wire';
import { EVERYTHING, openAccessStage } from './support/access-stage';
import { startBroker, TESTER } from './support/broker';
import { compactTime, type RawClient, type RawKey } from './support/raw-client';

const stage = openAccessStage();

/** Calls it with next to nothing in the request; the status that came, or the gRPC error. */
async function probe(client: RawClient, method: string): Promise<Status | 'UNIMPLEMENTED'> {
  const definition = loadMessagingService()[method];
  if (definition?.requestStream === true) {
    const stream = client.telemetry();
    const first = new Promise<TelemetryCommand>((resolve, reject) => {
      stream.once('data', resolve);
      stream.once('error', reject);
    });
    stream.write({ settings: { publishing: { topics: [] } } });
    const { status } = await first;
    stream.end();
    return status ?? { code: 0 };
  }
  const request = { topic: { name: stage.topic }, group: { name: stage.group } };
  const call =
    definition?.responseStream === true
      ? client.receive(request, {}, method).then((responses) => responses[0]?.status ?? { code: 0 })
      : client.call<{ status: Status }>(method, request).then(({ status }) => status);
  return await call.catch((error: { code?: number }) => {
    if (error.code === 12) return 'UNIMPLEMENTED' as const;
    throw error;
  });
}

/** Of the original's proxy and not of this broker: the library says which client has a key. */
const NOT_IMPLEMENTED = new Set(['PullMessage', 'UpdateOffset', 'GetOffset', 'QueryOffset']);

describe('every RPC of the service', () => {
  const methods = Object.keys(loadMessagingService());

  test.concurrent.each(methods)('[case 88] %s without a key, or with a wrong signature, is 40100', async (method) => {
    const key = await stage.makeKey(EVERYTHING);
    const wrong = { ...key, accessSecret: `${key.accessSecret}x` };
    expect(await probe(stage.raw(), method)).toMatchObject({ code: 40100 });
    expect(await probe(stage.raw(wrong), method)).toMatchObject({ code: 40100 });
  });

  test.concurrent.each(methods)(
    '%s with a key that may do nothing is 40300, unless it names nothing',
    async (method) => {
      const status = await probe(stage.raw(await stage.makeKey([])), method);
      if (NOT_IMPLEMENTED.has(method)) expect(status).toBe('UNIMPLEMENTED');
      // A producer's settings without topics, and a send without messages, touch nothing.
      else if (method === 'Telemetry') expect(status).toMatchObject({ code: 20000 });
      else if (method === 'SendMessage') expect(status).toMatchObject({ code: 40016 });
      else expect(status).toMatchObject({ code: 40300 });
    },
  );
});

describe('credentials', () => {
  const routeStatus = async (client: RawClient): Promise<Status> =>
    (await client.call<{ status: Status }>('QueryRoute', { topic: { name: stage.topic } })).status;

  test('[case 88] one changed digit, an unknown, a disabled and an expired key get one and the same answer', async () => {
    const good = await stage.makeKey(EVERYTHING);
    const disabled = await stage.makeKey(EVERYTHING);
    await disableAccessKey(stage.broker.ctx, { accessKeyId: disabled.id, actor: TESTER });
    const expired = await createAccessKey(stage.broker.ctx, {
      name: 'expired',
      rules: EVERYTHING,
      expiresAt: new Date(Date.now() - 1000),
      actor: TESTER,
    });
    expect((await routeStatus(stage.raw(good))).code).toBe(20000);
    const answers = await Promise.all(
      [
        { ...good, accessSecret: `${good.accessSecret.startsWith('x') ? 'y' : 'x'}${good.accessSecret.slice(1)}` },
        { accessKey: 'RDnobodyhasthis1', accessSecret: good.accessSecret },
        { accessKey: '__proto__', accessSecret: good.accessSecret },
        disabled,
        { accessKey: expired.key.accessKeyId, accessSecret: expired.secret },
      ].map((key) => routeStatus(stage.raw(key))),
    );
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
    expect(answers.map(({ code }) => code)).toEqual([40100, 40100, 40100, 40100, 40100]);
    expect((await routeStatus(stage.raw())).message).toMatch(/needs an access key/);
    for (const reason of ['wrong-signature', 'unknown-key', 'disabled', 'expired', 'missing'])
      expect(stage.broker.counted.get(`redrive_authentication_failures_total ${reason}`)).toBeGreaterThan(0);
  });

  const hours = (count: number): string => compactTime(Date.now() + count * 3_600_000);

  test.each([
    ['14 hours ago', () => hours(-14)],
    ['in 14 hours', () => hours(14)],
    ['as the client for Rust writes it', () => new Date().toISOString().replace('Z', '123456+00:00')],
  ])('[case 88] a signature of a time %s is good: clients write their local time', async (_when, time) => {
    const key = await stage.makeKey(EVERYTHING);
    expect((await routeStatus(stage.raw(key, { signedTime: time() }))).code).toBe(20000);
  });

  test.each([
    ['outside-window', () => '20010101T000000Z'],
    ['outside-window', () => hours(-16)],
    ['outside-window', () => hours(16)],
    ['malformed-time', () => 'x'],
    ['malformed-time', () => '20260230T000000Z'],
  ])(
    '[case 88] a signature has an end (%s): the refusal names time, window and what the server shows',
    async (reason, time) => {
      const key = await stage.makeKey(EVERYTHING);
      const counter = `redrive_authentication_failures_total ${reason}`;
      const before = stage.broker.counted.get(counter) ?? 0;
      const signedTime = time();
      const { code, message = '' } = await routeStatus(stage.raw(key, { signedTime }));
      expect(code).toBe(40100);
      expect(message).toContain('x-mq-date-time');
      expect(message).toContain(signedTime);
      if (reason === 'outside-window') {
        expect(message).toContain('at most 900 minutes');
        expect(message).toContain(new Date().toISOString().slice(0, 13));
      }
      expect(stage.broker.counted.get(counter)).toBe(before + 1);
      // Without the secret, the answer reveals nothing about it.
      const wrong = { ...key, accessSecret: 'wrong' };
      expect((await routeStatus(stage.raw(wrong, { signedTime }))).message).not.toContain('x-mq-date-time');
    },
  );

  test('[case 82] the key is asked for before anything else, then the client id', async () => {
    const key = await stage.makeKey(EVERYTHING);
    expect((await routeStatus(stage.raw(undefined, { clientId: '' }))).code).toBe(40100);
    expect((await routeStatus(stage.raw(key, { clientId: '' }))).code).toBe(40017);
  });

  test('after a rotation the old secret is good for the overlap, without one it ends at once', async () => {
    const key = await stage.makeKey(EVERYTHING);
    const rotate = async (overlapMs: number): Promise<RawKey> => {
      const { secret } = await rotateAccessKey(stage.broker.ctx, { accessKeyId: key.id, overlapMs, actor: TESTER });
      return { accessKey: key.id, accessSecret: secret };
    };
    const second = await rotate(60_000);
    expect((await routeStatus(stage.raw(key))).code).toBe(20000);
    expect((await routeStatus(stage.raw(second))).code).toBe(20000);
    const third = await rotate(0);
    expect((await routeStatus(stage.raw(key))).code).toBe(40100);
    expect((await routeStatus(stage.raw(second))).code).toBe(40100);
    expect((await routeStatus(stage.raw(third))).code).toBe(20000);
  });

  test('an open listener lets callers in without a key, but not with a wrong one, and holds a good one to its rules', async () => {
    const open = await startBroker();
    const { key, secret } = await createAccessKey(open.ctx, { name: 'narrow', rules: [], actor: TESTER });
    const here = await open.topic();
    const ask = async (given?: RawKey): Promise<Status> =>
      (await stage.raw(given, { port: open.port }).call<{ status: Status }>('QueryRoute', { topic: { name: here } }))
        .status;
    expect((await ask()).code).toBe(20000);
    expect((await ask({ accessKey: key.accessKeyId, accessSecret: 'wrong' })).code).toBe(40100);
    expect((await ask({ accessKey: key.accessKeyId, accessSecret: secret })).code).toBe(40300);
    await open.close();
    expect(open.errors).toEqual([]);
  });

  test('an address that goes on failing waits for its refusals; its good calls do not', async () => {
    const key = await stage.makeKey(EVERYTHING);
    const attacker = stage.raw({ ...key, accessSecret: 'guess' });
    const started = performance.now();
    const codes = await Promise.all(Array.from({ length: 30 }, () => routeStatus(attacker)));
    expect(codes.every(({ code }) => code === 40100)).toBe(true);
    expect(performance.now() - started).toBeGreaterThan(950);
    const tookMs: number[] = [];
    // A busy machine makes one call slow, a wait all of them.
    for (let turn = 1; turn <= 3; turn += 1) {
      const goodAt = performance.now();
      expect((await routeStatus(stage.raw(key))).code).toBe(20000);
      tookMs.push(performance.now() - goodAt);
    }
    expect(Math.min(...tookMs)).toBeLessThan(900);
  });
});

test('a use is written down', async () => {
  const key = await stage.makeKey(EVERYTHING);
  await stage.raw(key).call('QueryRoute', { topic: { name: stage.topic } });
  await stage.broker.ctx.accessKeys.writeUses();
  const { rows } = await stage.broker.database.store.console.query<{ used: boolean }>(
    `SELECT last_used_at IS NOT NULL AS used FROM access_key WHERE access_key_id = $1`,
    [key.id],
  );
  expect(rows).toEqual([{ used: true }]);
});
