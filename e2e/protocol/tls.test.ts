import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Certificate, createCertificate } from '../../lib/gateway/certificate';
import type { Status } from '../../lib/gateway/proto/wire';
import { type ProtocolBroker, startBroker } from './support/broker';
import { startChild } from './support/child';
import { RawClient } from './support/raw-client';
import { startProducer } from './support/sdk';

let own: Certificate;
let directory: string;
let broker: ProtocolBroker;
beforeAll(async () => {
  own = await createCertificate();
  directory = mkdtempSync(join(tmpdir(), 'redrive-tls-'));
  broker = await startBroker({ tls: own });
});
afterAll(async () => {
  await broker.close();
  rmSync(directory, { recursive: true, force: true });
  expect(broker.errors).toEqual([]);
});

function servedBy(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] }, () => {
      const { fingerprint256 } = socket.getPeerCertificate();
      socket.destroy();
      resolve(fingerprint256);
    });
    socket.on('error', reject);
  });
}

const fingerprintOf = ({ certPem }: Certificate): string => new X509Certificate(certPem).fingerprint256;

async function routeCode(client: RawClient, topic: string): Promise<number> {
  const { status } = await client.call<{ status: Status }>('QueryRoute', { topic: { name: topic } });
  return status.code;
}

test('[case 89] one port, own certificate: the SDK checks it and sends over TLS, another one sends in plaintext', async () => {
  expect(await servedBy(broker.port)).toBe(fingerprintOf(own));
  const topic = await broker.topic();
  const group = await broker.group();
  const trusted = join(directory, 'trusted.pem');
  writeFileSync(trusted, own.certPem);
  const start = (roots: string) =>
    startChild('sdk-child.mjs', ['producer', String(broker.port), topic, group], {
      SDK_CHILD_TLS: 'true',
      GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: roots,
    });
  const encrypted = await start(trusted);
  const plain = await startProducer(broker.port, topic);
  await plain.send({ topic, body: Buffer.from('in plaintext') });
  const { rows } = await broker.database.store.console.query<{ stored: number }>(
    `SELECT count(*)::int AS stored FROM message m JOIN topic t USING (topic_id) WHERE t.name = $1`,
    [topic],
  );
  expect(rows).toEqual([{ stored: 2 }]);
  encrypted.process.stdin.write('end\n');
  expect(await encrypted.ended()).toBe(0);
  await plain.shutdown();

  const untrusted = join(directory, 'untrusted.pem');
  writeFileSync(untrusted, (await createCertificate()).certPem);
  await expect(start(untrusted)).rejects.toThrow(/before it was ready/);
});

test('a new certificate is for new connections; open ones go on', async () => {
  const topic = await broker.topic();
  const before = new RawClient(broker.port, { tls: true });
  expect(await routeCode(before, topic)).toBe(20000);
  const next = await createCertificate();
  broker.gateway.useCertificate(next);
  expect(await servedBy(broker.port)).toBe(fingerprintOf(next));
  expect(await routeCode(before, topic)).toBe(20000);
  const after = new RawClient(broker.port, { tls: true });
  expect(await routeCode(after, topic)).toBe(20000);
  before.close();
  after.close();
});

test('[case 89] where only TLS is let in, plaintext gets no answer', async () => {
  const strict = await startBroker({ tlsOnly: true });
  const topic = await strict.topic();
  const [encrypted, plain] = [new RawClient(strict.port, { tls: true }), new RawClient(strict.port)];
  expect(await routeCode(encrypted, topic)).toBe(20000);
  await expect(routeCode(plain, topic)).rejects.toMatchObject({ code: 14 });
  encrypted.close();
  plain.close();
  await strict.close();
  expect(strict.errors).toEqual([]);
});
