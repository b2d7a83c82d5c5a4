import { once } from 'node:events';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';
import { createServer, type Server } from 'node:tls';

import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { decodeCommand, encodeCommand, FLAG } from './command';
import { Connection } from './connection';
import { FrameReader } from './frame';

let server: Server;
let certificate: { readonly cert: string; readonly private: string };
const certificateOf = (name: string) => generate([{ name: 'commonName', value: name }], { keyType: 'ec' });

beforeAll(async () => {
  // Its name is that of no host, as brokers have it.
  certificate = await certificateOf('brokers.internal');
  server = createServer({ cert: certificate.cert, key: certificate.private }, (socket) => {
    const reader = new FrameReader();
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      for (const frame of reader.push(chunk)) {
        const { code, version, opaque } = decodeCommand(frame);
        const header = { code: 0, language: 'JAVA', version, opaque, flag: FLAG.response, fields: {} };
        socket.write(encodeCommand({ ...header, remark: `asked ${code}`, body: Buffer.alloc(0) }));
      }
    });
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

async function ask(
  ca: string | null | undefined,
  port = (server.address() as AddressInfo).port,
  serverName: string | null = null,
) {
  const tls = ca === undefined ? null : { ca, serverName };
  const connection = new Connection(`127.0.0.1:${port}`, { credentials: null, tls });
  try {
    return (await connection.ask({ code: 28, fields: {}, body: Buffer.alloc(0), timeoutMs: 1_000 })).remark;
  } finally {
    connection.close();
  }
}

test('calls go through TLS to one that has the certificate, whatever host that names', async () => {
  expect(await ask(certificate.cert)).toBe('asked 28');
});

test('another certificate is not believed, and nothing is sent', async () => {
  const other = await certificateOf('brokers.internal');
  await expect(ask(other.cert)).rejects.toMatchObject({
    ...{ kind: 'unreachable', wasNeverSent: true, message: expect.stringContaining('TLS: self-signed certificate') },
  });
  // Without one it must come from a CA of this computer.
  await expect(ask(null)).rejects.toMatchObject({ kind: 'unreachable', message: expect.stringContaining('TLS: ') });
});

test('where a name is asked for, a certificate of the same CA with another one is not believed', async () => {
  const named = (name: string) => ask(certificate.cert, undefined, name);
  expect(await named('brokers.internal')).toBe('asked 28');
  await expect(named('other.internal')).rejects.toMatchObject({
    ...{ kind: 'unreachable', wasNeverSent: true, message: expect.stringContaining('TLS: ') },
  });
  // An address is checked too, and never asked for as a name.
  await expect(named('127.0.0.1')).rejects.toMatchObject({ message: expect.stringContaining('127.0.0.1') });
});

test('a side that speaks plainly is no side, and TLS is never left out', async () => {
  const plain = createPlainServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request'));
  }).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  await expect(ask(certificate.cert, (plain.address() as AddressInfo).port)).rejects.toMatchObject({
    ...{ kind: 'unreachable', message: expect.stringContaining('TLS: ') },
  });
  plain.close();
  await expect(ask(undefined)).rejects.toMatchObject({ kind: 'cut' });
});
