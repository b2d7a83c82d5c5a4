import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import type { BrokerContext, KnownAccessKey } from '../../broker';
import { AccessGate } from './gate';

const MINUTE_MS = 60_000;
const NOW_MS = Date.UTC(2026, 0, 1, 12);
const silent = (): void => undefined;

const secret = (version: number, endsAtMs = Number.POSITIVE_INFINITY) => ({
  version,
  text: `secret ${version}`,
  endsAtMs,
});
const KEY: KnownAccessKey = {
  ...{ accessKeyId: 'AK', name: 'team', rules: [], disabled: false, endsAtMs: Number.POSITIVE_INFINITY },
  secrets: [secret(2), secret(1)],
};

/** A heartbeat, which needs no right, signed so long ago with this version of the secret. */
function ask(key: KnownAccessKey, signed: { readonly agoMs?: number; readonly version?: number } = {}) {
  const { agoMs = 0, version = 2 } = signed;
  const accessKeys = {
    find: (id: string) => (id === key.accessKeyId ? key : undefined),
    nowMs: NOW_MS,
    noteUse: silent,
  };
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const metrics = { count: silent, observe: silent };
  const gate = new AccessGate({ accessKeys, log, metrics } as unknown as BrokerContext, {
    required: true,
    windowMs: 15 * MINUTE_MS,
  });
  const date = new Date(NOW_MS - agoMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const signature = createHmac('sha1', `secret ${version}`).update(date).digest('hex');
  const sent = new Map([
    ['x-mq-date-time', date],
    [
      'authorization',
      `MQv2-HMAC-SHA1 Credential=AK, SignedHeaders=x-mq-date-time, Signature=${signature.toUpperCase()}`,
    ],
  ]);
  const headers = { get: (name: string) => sent.get(name) ?? '' };
  return gate.admit('Heartbeat', { headers, peer: '10.0.0.1:5000' }, {});
}

test('a signature is good for the window around the time of the database, in both directions', () => {
  for (const agoMs of [0, 15 * MINUTE_MS, -15 * MINUTE_MS])
    expect(ask(KEY, { agoMs })).toMatchObject({ accessKeyId: 'AK', secretVersion: 2 });
  for (const agoMs of [15 * MINUTE_MS + 1000, -15 * MINUTE_MS - 1000])
    expect(() => ask(KEY, { agoMs })).toThrow('has expired or is from the future');
});

test('a key that is disabled or over is not accepted, and an old secret only in its overlap', () => {
  const past = performance.now() - 1;
  expect(() => ask({ ...KEY, disabled: true })).toThrow('not accepted');
  expect(() => ask({ ...KEY, endsAtMs: past })).toThrow('not accepted');
  expect(ask(KEY, { version: 1 })).toMatchObject({ secretVersion: 1 });
  const overlapOver = { ...KEY, secrets: [secret(2), secret(1, past)] };
  expect(() => ask(overlapOver, { version: 1 })).toThrow('not accepted');
  expect(ask(overlapOver)).toMatchObject({ secretVersion: 2 });
  expect(() => ask(KEY, { version: 3 })).toThrow('not accepted');
});
