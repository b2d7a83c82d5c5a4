import { X509Certificate } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { generate } from 'selfsigned';

export interface Certificate {
  readonly certPem: string;
  readonly keyPem: string;
}

const FILE = 'gateway-tls.pem';
const DAY_MS = 24 * 60 * 60 * 1000;
const VALID_DAYS = 10 * 365;
const RENEW_BEFORE_DAYS = 30;

/** Enough for clients that encrypt without checking who answers: the Java SDK's default. */
export async function createCertificate(): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'redrive' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // A client whose clock is behind ours must not find it invalid yet.
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + VALID_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { certPem: cert, keyPem: key };
}

/** The same certificate over restarts, for clients that pin it. */
export async function keepCertificate(dataDirectory: string): Promise<Certificate> {
  const path = join(dataDirectory, FILE);
  const kept = existsSync(path) ? split(readFileSync(path, 'utf8')) : null;
  if (kept !== null) return kept;
  const made = await createCertificate();
  mkdirSync(dataDirectory, { recursive: true });
  // Written beside and moved: a killed process leaves the old file or the new one, never half of one.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${made.keyPem.trim()}\n${made.certPem.trim()}\n`, { mode: 0o600 });
  if (existsSync(path) || !isFirst(draft, path)) {
    const meanwhile = split(readFileSync(path, 'utf8'));
    if (meanwhile === null) renameSync(draft, path);
    rmSync(draft, { force: true });
    return meanwhile ?? made;
  }
  rmSync(draft);
  return made;
}

/** Of the processes that start at the same time, all keep the certificate of the first one. */
function isFirst(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Null when the file does not hold a usable pair: a new one is made. */
function split(text: string): Certificate | null {
  const [certPem] = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/.exec(text) ?? [];
  const [keyPem] = /-----BEGIN (?:EC )?PRIVATE KEY-----[\s\S]+?-----END (?:EC )?PRIVATE KEY-----/.exec(text) ?? [];
  if (certPem === undefined || keyPem === undefined) return null;
  try {
    const endsAtMs = Date.parse(new X509Certificate(certPem).validTo);
    return endsAtMs - Date.now() > RENEW_BEFORE_DAYS * DAY_MS ? { certPem, keyPem } : null;
  } catch {
    return null;
  }
}
