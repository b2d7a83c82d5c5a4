import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';

import type { Certificate } from '../gateway/certificate';
import type { Log } from '../model/log';
import { StartError } from './start-error';

/** Where the certificate (with its chain) and its key are, as PEM. */
export interface CertificateFiles {
  readonly certPath: string;
  readonly keyPath: string;
}

const LOOK_EVERY_MS = 2_000;

/** @throws StartError naming the setting and what is wrong with the file; never a part of the key */
export function readCertificateFiles({ certPath, keyPath }: CertificateFiles): Certificate {
  const certPem = readText('REDRIVE_TLS_CERT', certPath);
  const keyPem = readText('REDRIVE_TLS_KEY', keyPath);
  const certificate = attempt(
    () => new X509Certificate(certPem),
    `REDRIVE_TLS_CERT ${certPath} does not hold a certificate in PEM form.`,
  );
  const key = attempt(
    () => createPrivateKey(keyPem),
    `REDRIVE_TLS_KEY ${keyPath} does not hold a private key in PEM form without a passphrase.`,
  );
  if (!certificate.checkPrivateKey(key))
    throw new StartError(`REDRIVE_TLS_KEY ${keyPath} is not the key of the certificate in ${certPath}.`);
  if (Date.parse(certificate.validTo) <= Date.now())
    throw new StartError(`REDRIVE_TLS_CERT ${certPath} has expired: it was valid until ${certificate.validTo}.`);
  // The TLS library that will serve it checks the rest, including the chain.
  attempt(
    () => createSecureContext({ cert: certPem, key: keyPem }),
    `REDRIVE_TLS_CERT ${certPath} and REDRIVE_TLS_KEY ${keyPath} cannot be used for TLS.`,
  );
  return { certPem, keyPem };
}

/** Passes on the pair when the files change; while they do not match, the current one stays. @returns stops it */
export function watchCertificateFiles(
  files: CertificateFiles,
  log: Log,
  onChange: (certificate: Certificate) => void,
): () => void {
  let before = '';
  const look = (): void => {
    try {
      const certificate = readCertificateFiles(files);
      onChange(certificate);
      log.info({ until: new X509Certificate(certificate.certPem).validTo }, 'TLS certificate reloaded');
      before = '';
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== before)
        log.warn({ reason }, 'changed TLS files are not valid; the previous certificate stays in use');
      before = reason;
    }
  };
  const paths = [files.certPath, files.keyPath];
  for (const path of paths) watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, look);
  return () => {
    for (const path of paths) unwatchFile(path, look);
  };
}

function readText(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'it does not exist' : code === 'EACCES' ? 'this user may not read it' : code;
    throw new StartError(`${setting} ${path} cannot be read: ${why}.`);
  }
}

function attempt<T>(work: () => T, sentence: string): T {
  try {
    return work();
  } catch {
    throw new StartError(sentence);
  }
}
