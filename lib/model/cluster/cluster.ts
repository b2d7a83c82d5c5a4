import { X509Certificate } from 'node:crypto';

import { mustBe, tooManyEntries } from '../check-number';
import { BrokerError } from '../errors';
import { inEnglish } from '../language/speech';
import { tell, told, type Told } from '../language/t';
import { NAME_PATTERN } from '../limits';
import { CLUSTER_NAME, type Environment, ENVIRONMENTS } from '../workspace';

/** What an administrator says of a cluster; the secret is apart. */
export interface ClusterFields {
  readonly name: string;
  readonly environment: Environment;
  readonly nameServers: readonly string[];
  /** What brokers announce to what is reached from here. */
  readonly addressMap: Readonly<Record<string, string>>;
  /** Null: the cluster asks for none. */
  readonly accessKey: string | null;
  readonly usesTls: boolean;
  /** PEM of one or more CAs whose certificates are trusted; null: the CAs of this computer. */
  readonly caCertificate: string | null;
  /** What every certificate must name; null: with a CA certificate any host, without one the host that is reached. */
  readonly tlsServerName: string | null;
  /** Where 4.x clients trace to; null: as each broker has it. */
  readonly traceTopic: string | null;
  readonly allowsChanges: boolean;
  /** Where brokers report to Prometheus: URLs by the name of the broker, or EVERY_BROKER. Left out: none is read. */
  readonly metricsAddresses?: MetricsAddresses | undefined;
}

export type MetricsAddresses = Readonly<Record<string, string>>;
/** One address for all brokers that have none of their own: of a Prometheus that scrapes them. */
export const EVERY_BROKER = '*';

/** What of a cluster needs no word. */
export const PLAIN_CLUSTER = {
  ...{ addressMap: {}, accessKey: null, usesTls: false, caCertificate: null, traceTopic: null, allowsChanges: false },
  ...{ metricsAddresses: {}, tlsServerName: null },
} as const;

/** As it is shown; a secret never is. */
export interface AttachedCluster extends ClusterFields {
  readonly metricsAddresses: MetricsAddresses;
  readonly clusterId: number;
  readonly version: number;
  readonly updatedBy: string;
  readonly updatedAt: Date;
  readonly hasSecret: boolean;
  /** False: it was sealed with another REDRIVE_SECRET_KEY, and has to be entered again. */
  readonly secretReadable: boolean;
}

export const MOST_NAME_SERVERS = 16;
export const MOST_MAPPED = 64;
export const MOST_CERTIFICATE_CHARS = 64_000;
const MOST_TOPIC_CHARS = 127;
const MOST_KEY_CHARS = 256;
const BROKER_NAME = /^[\w%.|-]{1,127}$/;
const HOST_NAME = /^([0-9a-f:.]{2,60}|[a-z0-9]([a-z0-9.-]{0,252}))$/i;
const HOST = /^(\[[0-9a-f:.%]{2,60}\]|[a-z0-9_]([a-z0-9_.-]{0,252}))$/i;

/** @throws BrokerError bad-request naming field, limit and value */
export function checkCluster(fields: ClusterFields): void {
  if (!CLUSTER_NAME.test(fields.name))
    throw mustBe('name', told('1 to {most} lowercase letters, digits and hyphens', { most: 40 }), fields.name);
  if (!ENVIRONMENTS.includes(fields.environment)) throw mustBe('environment', ENVIRONMENTS, fields.environment);
  const { nameServers, addressMap, accessKey, traceTopic, metricsAddresses = {} } = fields;
  if (nameServers.length === 0 || nameServers.length > MOST_NAME_SERVERS)
    throw mustBe('nameServers', told('1 to {most} addresses', { most: MOST_NAME_SERVERS }), nameServers.length);
  for (const address of nameServers) checkAddress('nameServers', address);
  const mapped = Object.entries(addressMap);
  if (mapped.length > MOST_MAPPED) throw tooManyEntries('addressMap', MOST_MAPPED, mapped.length);
  for (const [announced, reached] of mapped) {
    checkAddress('addressMap', announced);
    checkAddress('addressMap', reached);
  }
  const metered = Object.keys(metricsAddresses);
  if (metered.length > MOST_MAPPED) throw tooManyEntries('metricsAddresses', MOST_MAPPED, metered.length);
  for (const broker of metered)
    if (broker !== EVERY_BROKER && !BROKER_NAME.test(broker))
      throw mustBe('metricsAddresses', told('pairs of a broker name, or *, and an address'), broker.slice(0, 100));
  if (accessKey !== null && !isKey(accessKey)) throw mustBe('accessKey', KEY, accessKey.slice(0, 40));
  checkTls(fields);
  const isTopic = traceTopic === null || (traceTopic.length <= MOST_TOPIC_CHARS && NAME_PATTERN.test(traceTopic));
  if (!isTopic)
    throw mustBe(
      'traceTopic',
      told('1 to {most} letters, digits, %, |, - and _', { most: MOST_TOPIC_CHARS }),
      traceTopic.slice(0, 100),
    );
}

function checkTls({ usesTls, caCertificate, tlsServerName }: ClusterFields): void {
  if (caCertificate !== null && !usesTls) throw needsTls('caCertificate');
  if (caCertificate !== null) checkCertificates(caCertificate);
  if (tlsServerName === null) return;
  if (!usesTls) throw needsTls('tlsServerName');
  if (!HOST_NAME.test(tlsServerName))
    throw mustBe('tlsServerName', told('one host name or address, without a port'), tlsServerName.slice(0, 100));
}

function checkCertificates(pem: string): void {
  if (pem.length > MOST_CERTIFICATE_CHARS)
    throw mustBe('caCertificate', told('at most {most} characters', { most: MOST_CERTIFICATE_CHARS }), pem.length);
  const found = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0 || !found.every(isCertificate))
    throw unrepeated(
      'caCertificate',
      told('one or more certificates in PEM, each from BEGIN CERTIFICATE to END CERTIFICATE'),
    );
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).validTo !== '';
  } catch {
    return false;
  }
}

/** @throws BrokerError bad-request; what was given is never repeated */
export function checkClusterSecret(secret: string): void {
  if (!isKey(secret)) throw unrepeated('secretKey', KEY);
}

const KEY = told('1 to {most} visible characters without spaces', { most: MOST_KEY_CHARS });

function isKey(text: string): boolean {
  return text.length <= MOST_KEY_CHARS && /^[\x21-\x7e]+$/.test(text);
}

/** Clusters are inside, but never there. Also of the forms that resolvers read as an address, as 0xa9fea9fe. */
function isLinkLocal(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return /^(169\.254\.|\[fe[89ab]|\[fd00:ec2:|\[::ffff:a9fe:|metadata\.goog(le\.internal)?\.?$)/.test(hostname);
}

/** host:port, as brokers announce it. */
function checkAddress(field: string, address: string): void {
  const at = address.lastIndexOf(':');
  const port = address.slice(at + 1);
  const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
  const host = address.slice(0, at);
  if (at < 1 || !isPort || !HOST.test(host))
    throw mustBe(field, told('addresses of the form host:port'), address.slice(0, 100));
  if (isLinkLocal(host))
    throw mustBe(field, told('no link-local addresses, because clouds serve machine credentials there'), address);
}

function needsTls(field: string): BrokerError {
  return new BrokerError('bad-request', told('{field} needs TLS.', { field }), { field, limit: 'TLS', value: null });
}

/** What was given may be a secret, or long. */
function unrepeated(field: string, limit: Told): BrokerError {
  return new BrokerError('bad-request', told('{field} must be {limit}.', { field, limit }), {
    ...{ field, limit: inEnglish(() => tell(limit)), value: null },
  });
}
