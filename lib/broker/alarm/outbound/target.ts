import { isIP } from 'node:net';

import { BrokerError } from '../../../model/errors';
import { told, type Told } from '../../../model/language/t';
import { isPublicAddress } from './address';

/** Where a message to the outside goes, as checked. */
export interface Target {
  readonly scheme: 'https' | 'http' | 'smtp';
  /** Lower case, without brackets and trailing dots. */
  readonly host: string;
  readonly port: number;
  /** Named by REDRIVE_ALARM_ALLOW: its address may be private and its port any. */
  readonly allowed: boolean;
}

/**
 * Origins like "http://127.0.0.1:9000" and "smtp://mail.internal:25" that the operator of the machine widened it by.
 */
export type AllowedOrigins = ReadonlySet<string>;

const HTTPS_PORTS: ReadonlySet<number> = new Set([443, 8443]);
const SMTP_PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525]);
const MAX_URL_CHARS = 2000;
/**
 * Names that no public name server has: special uses (IANA), what companies use inside, and what container platforms
 * resolve: "kubernetes.default.svc", "db.service.consul". And the metadata name of a cloud that is not below them.
 */
const NAMES = [
  ...['localhost', 'local', 'localdomain', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'home\\.arpa'],
  ...['svc', 'pod', 'default', 'cluster', 'kubernetes', 'consul', 'nomad', 'docker', 'swarm'],
  ...['test', 'invalid', 'onion', 'alt', 'metadata\\.goog'],
].join('|');
const INSIDE = new RegExp(`(^|\\.)(${NAMES})$`);

/** https to the public internet, unless the origin is allowed by name. @throws BrokerError bad-request */
export function checkUrl(
  text: string,
  allow: AllowedOrigins,
  field = 'url',
): { readonly target: Target; readonly url: URL } {
  if (text.length > MAX_URL_CHARS)
    refuse(
      field,
      `have at most ${MAX_URL_CHARS} characters`,
      told('{field} may have at most {limit} characters.', { field, limit: MAX_URL_CHARS }),
    );
  // The parser drops tabs and line ends and takes backslashes for slashes: what people read and what it reads differ.
  if (/[\s\\]/.test(text) || hasControl(text))
    refuse(
      field,
      'contain no spaces, backslashes and control characters',
      told('{field} must contain no spaces, backslashes and control characters.', { field }),
    );
  if (!URL.canParse(text))
    refuse(
      field,
      'be a URL like https://example.com/hook',
      told('{field} must be a URL like https://example.com/hook. REDRIVE_ALARM_ALLOW can name exceptions.', { field }),
    );
  const url = new URL(text);
  const scheme = url.protocol === 'https:' ? 'https' : url.protocol === 'http:' ? 'http' : null;
  if (scheme === null) refuseHttp(field);
  if (url.username !== '' || url.password !== '' || text.split(/[/?#]/)[2]?.includes('@') === true)
    refuse(
      field,
      'contain no user name and password',
      told('{field} must contain no user name and password.', { field }),
    );
  const host = plainHost(url.hostname);
  const port = url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port);
  const target: Target = { scheme, host, port, allowed: allow.has(originOf(scheme, host, port)) };
  if (target.allowed) return { target, url };
  if (scheme !== 'https') refuseHttp(field);
  if (!HTTPS_PORTS.has(port))
    refuse(
      field,
      `use port ${[...HTTPS_PORTS].join(' or ')}`,
      told('{field} must use one of the ports {ports}. REDRIVE_ALARM_ALLOW can name exceptions.', {
        field,
        ports: [...HTTPS_PORTS].map(String),
      }),
    );
  checkHost(field, host);
  return { target, url };
}

/** @throws BrokerError bad-request: field host or port */
export function checkMailHost(given: string, port: number, allow: AllowedOrigins): Target {
  const host = plainHost(given.trim().toLowerCase());
  if (host === '' || host.length > 253 || !(isIP(host) > 0 || /^[a-z0-9._-]+$/.test(host)))
    refuse('host', 'be a host name', hostName('host'));
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    refuse(
      'port',
      'be between 1 and 65535',
      told('{field} must be {limit}.', { field: 'port', limit: told('{min} to {max}', { min: 1, max: 65_535 }) }),
    );
  const target: Target = { scheme: 'smtp', host, port, allowed: allow.has(originOf('smtp', host, port)) };
  if (target.allowed) return target;
  if (!SMTP_PORTS.has(port))
    refuse(
      'port',
      `be ${[...SMTP_PORTS].join(', ')}`,
      told('{field} must use one of the ports {ports}. REDRIVE_ALARM_ALLOW can name exceptions.', {
        field: 'port',
        ports: [...SMTP_PORTS].map(String),
      }),
    );
  checkHost('host', host);
  return target;
}

/** As it stands in REDRIVE_ALARM_ALLOW. */
export function originOf(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

function checkHost(field: string, host: string): void {
  if (isIP(host) > 0) {
    if (!isPublicAddress(host)) refuse(field, 'lead to the public internet', isPublic(field));
    return;
  }
  if (!host.includes('.') || INSIDE.test(host)) refuse(field, 'lead to the public internet', isPublic(field));
  // No such name is public, and some resolvers read it as an address.
  if (/(^|\.)(0x[0-9a-f]*|\d+)$/.test(host)) refuse(field, 'be a host name', hostName(field));
}

function hasControl(text: string): boolean {
  return [...text].some((char) => char < '\u0021' || char === '\u007f');
}

const isPublic = (field: string): Told =>
  told('{field} must lead to the public internet. REDRIVE_ALARM_ALLOW can name exceptions.', { field });
const hostName = (field: string): Told => told('{field} must be a host name.', { field });

/** The address itself may be a secret (Slack, Teams): never in the message. */
function refuse(field: string, limit: string, message: Told): never {
  throw new BrokerError('bad-request', message, { field, limit });
}

function refuseHttp(field: string): never {
  refuse(
    field,
    'start with https://',
    told('{field} must start with https://. REDRIVE_ALARM_ALLOW can name exceptions.', { field }),
  );
}
