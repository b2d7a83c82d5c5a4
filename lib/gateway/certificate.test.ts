import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { keepCertificate } from './certificate';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'redrive-certificate-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('is kept over restarts, private, and made again when the file is damaged', async () => {
  const first = await keepCertificate(directory);
  expect(await keepCertificate(directory)).toEqual({ certPem: first.certPem.trim(), keyPem: first.keyPem.trim() });
  const path = join(directory, 'gateway-tls.pem');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const certificate = new X509Certificate(first.certPem);
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 200));
  expect((await keepCertificate(directory)).certPem).not.toBe(first.certPem);
});
