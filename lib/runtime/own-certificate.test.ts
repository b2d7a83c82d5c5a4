import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Certificate, createCertificate } from '../gateway/certificate';
import type { Log } from '../model/log';
import { readCertificateFiles, watchCertificateFiles } from './own-certificate';

let directory: string;
let one: Certificate;
let two: Certificate;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'redrive-own-certificate-'));
  [one, two] = await Promise.all([createCertificate(), createCertificate()]);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function put(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

test('a fitting pair is read, with the chain behind the certificate', () => {
  const files = { certPath: put('cert.pem', `${one.certPem}\n${two.certPem}`), keyPath: put('key.pem', one.keyPem) };
  expect(readCertificateFiles(files)).toEqual({ certPem: `${one.certPem}\n${two.certPem}`, keyPem: one.keyPem });
});

test('what does not fit is refused in one sentence, without a word of the key', async () => {
  const cert = put('c.pem', one.certPem);
  const key = put('k.pem', one.keyPem);
  const other = put('o.pem', two.keyPem);
  const text = put('t.pem', 'nothing in here');
  const { cert: endedPem, private: endedKey } = await generate([{ name: 'commonName', value: 'redrive' }], {
    notBeforeDate: new Date('2020-01-01T00:00:00Z'),
    notAfterDate: new Date('2021-01-01T00:00:00Z'),
  });
  const refusals: [string, string, RegExp][] = [
    [join(directory, 'none.pem'), key, /^REDRIVE_TLS_CERT .*none\.pem cannot be read: it does not exist\.$/],
    [cert, join(directory, 'none.pem'), /^REDRIVE_TLS_KEY .*none\.pem cannot be read: it does not exist\.$/],
    [directory, key, /^REDRIVE_TLS_CERT .* cannot be read: EISDIR\.$/],
    [text, key, /does not hold a certificate in PEM form\.$/],
    [cert, text, /does not hold a private key in PEM form without a passphrase\.$/],
    [cert, cert, /does not hold a private key in PEM form without a passphrase\.$/],
    [cert, other, /^REDRIVE_TLS_KEY .*o\.pem is not the key of the certificate in .*c\.pem\.$/],
    [put('e.pem', endedPem), put('ek.pem', endedKey), /has expired: it was valid until Jan {2}1 00:00:00 2021 GMT\.$/],
  ];
  for (const [certPath, keyPath, sentence] of refusals) {
    expect(() => readCertificateFiles({ certPath, keyPath })).toThrow(
      expect.objectContaining({ name: 'StartError', message: expect.stringMatching(sentence) }),
    );
  }
});

// root reads everything
test.skipIf(process.getuid?.() === 0)('a file this user may not read says so', () => {
  const path = put('secret.pem', one.keyPem);
  chmodSync(path, 0o000);
  expect(() => readCertificateFiles({ certPath: path, keyPath: path })).toThrow(/this user may not read it/);
});

test('changed files are handed on once they fit; until then the pair before stays, and the log says why', async () => {
  const files = { certPath: put('w.pem', one.certPem), keyPath: put('wk.pem', one.keyPem) };
  const warnings: unknown[] = [];
  const silent = (): void => undefined;
  const log: Log = {
    debug: silent,
    info: silent,
    error: silent,
    warn: (fields) => void warnings.push((fields as { reason: string }).reason),
  };
  const handed: Certificate[] = [];
  const stop = watchCertificateFiles(files, log, (certificate) => void handed.push(certificate));
  try {
    // What changes before the watch has had its first look is not noticed: written until it is.
    const change = (): number => {
      put('w.pem', two.certPem);
      return warnings.length;
    };
    await expect.poll(change, { interval: 500 }).toBe(1);
    expect(warnings[0]).toMatch(/is not the key of the certificate/);
    expect(handed).toEqual([]);
    put('wk.pem', two.keyPem);
    await expect.poll(() => handed.length).toBeGreaterThan(0);
    for (const pair of handed) expect(pair).toEqual(two);
    expect(warnings).toHaveLength(1);
  } finally {
    stop();
  }
}, 40_000);
