import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { checkServerIdentity } from 'node:tls';

/** A host of the URL; a name that begins with / is the folder of a Unix socket. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** A connection URL, read with the meaning that libpq gives to its parameters. */
export interface DatabaseUrl {
  /** In the order of the URL; with more than one, the primary among them is used. */
  readonly hosts: readonly [Endpoint, ...Endpoint[]];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  readonly ssl: false | ConnectionOptions;
  readonly sslnegotiation: 'postgres' | 'direct';
  readonly enableChannelBinding: boolean;
  /** Session settings of the operator, as `-c name=value`. */
  readonly options: string;
}

/** The URL cannot be used. Its message is one sentence and has no secret in it. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError';
}

type Parameters = Readonly<Record<string, string>>;
type Environment = Readonly<Record<string, string | undefined>>;

const PORT = 5432;
/** An @ after the hosts is seldom meant: it is what a password leaves that has a / or a ? in it. */
const PARTS =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?:\/(?<database>[^?#@]*))?(?:\?(?<query>[^#@]*))?$/;

/** Parameters with an effect here, and those of libpq and of Prisma that change nothing for Redrive. */
const USED = new Set([
  ...['host', 'port', 'user', 'password', 'dbname', 'options', 'target_session_attrs', 'channel_binding'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword', 'sslnegotiation', 'schema', 'ssl'],
]);
const WITHOUT_EFFECT = new Set([
  ...['application_name', 'fallback_application_name', 'connect_timeout', 'client_encoding', 'gssencmode'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count', 'tcp_user_timeout'],
  ...['connection_limit', 'pool_timeout', 'sslcompression', 'sslsni', 'load_balance_hosts', 'uselibpqcompat'],
  ...['gssdelegation', 'gsslib', 'krbsrvname', 'sslcertmode'],
]);
const INSTEAD: Parameters = {
  passfile: 'set PGPASSFILE',
  service: 'write the values of the service into the URL',
  servicefile: 'write the values of the service into the URL',
  hostaddr: 'use host',
  pgbouncer: 'Redrive needs a pooler in session mode, see docs/operate/high-availability.md',
  sslcrl: 'leave it out',
};

/** @throws DatabaseUrlError */
export function readDatabaseUrl(text: string, env: Environment = process.env): DatabaseUrl {
  // Secrets of files end with a line break.
  const url = text.trim();
  if (!/^postgres(ql)?:\/\//.test(url)) throw new DatabaseUrlError('must be a URL that starts with postgresql://');
  const parts = PARTS.exec(url)?.groups;
  if (parts === undefined)
    throw new DatabaseUrlError(
      'must be a valid URL like postgresql://user:password@host:5432/database (special characters of the password ' +
        'percent-encoded)',
    );
  const parameters = readParameters(parts['query'] ?? '');
  const [user, password] = splitOnce(parts['user'] ?? '', ':').map((text) => decode(text));
  requireWriter(parameters['target_session_attrs']);
  requirePublic(parameters['schema']);
  const hosts = readHosts(parts['hosts'] ?? '', parameters, env);
  return {
    hosts,
    user: parameters['user'] ?? given(user),
    password: parameters['password'] ?? given(password),
    database: parameters['dbname'] ?? given(decode(parts['database'] ?? '')),
    ssl: readSsl(parameters, env, hosts),
    sslnegotiation: oneOf('sslnegotiation', parameters['sslnegotiation'] ?? 'postgres', ['postgres', 'direct']),
    enableChannelBinding:
      oneOf('channel_binding', parameters['channel_binding'] ?? 'disable', ['disable', 'prefer', 'require']) !==
      'disable',
    options: parameters['options'] ?? '',
  };
}

/** "a:5432, b:5432", for messages. */
export function describeHosts({ hosts }: Pick<DatabaseUrl, 'hosts'>): string {
  return hosts.map(describeEndpoint).join(', ');
}

export function describeEndpoint({ host, port }: Endpoint): string {
  return host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function readParameters(query: string): Parameters {
  const parameters: Record<string, string> = {};
  // What follows an & in a password that was not encoded is no name.
  const mayName = !/password=/.test(query);
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const [name = '', value = ''] = splitOnce(pair, '=').map((text) => decode(text));
    if (!USED.has(name) && !WITHOUT_EFFECT.has(name)) {
      const instead = INSTEAD[name];
      throw new DatabaseUrlError(
        `has ${mayName ? `the parameter ${name}` : 'a parameter'}, which Redrive does not support` +
          (instead === undefined ? '' : `: ${instead}`),
      );
    }
    parameters[name] = value;
  }
  return parameters;
}

/** Redrive writes: of several hosts it always looks for the one that lets it. */
function requireWriter(attributes: string | undefined): void {
  oneOf('target_session_attrs', attributes ?? 'any', ['any', 'read-write', 'primary'], ', as Redrive writes');
}

function requirePublic(schema: string | undefined): void {
  if (schema !== undefined && schema !== 'public')
    throw new DatabaseUrlError(
      `has schema=${schema}, and the tables of Redrive are in the schema public: leave it out`,
    );
}

function readHosts(text: string, parameters: Parameters, env: Environment): DatabaseUrl['hosts'] {
  const places = text.split(',').map((place) => {
    const found = /^(?<host>\[[^\]]*\]|[^:[\]]*)(?::(?<port>.*))?$/.exec(place)?.groups;
    if (found === undefined) throw new DatabaseUrlError('has a host that is neither a name nor an address like [::1]');
    return found;
  });
  const names = (parameters['host'] ?? places.map(({ host = '' }) => decode(host)).join(',')).split(',');
  const ports = (parameters['port'] ?? places.map(({ port = '' }) => port).join(',')).split(',');
  if (ports.length !== 1 && ports.length !== names.length)
    throw new DatabaseUrlError(
      `has ${names.length} hosts and ${ports.length} ports: give one port, or one for each host`,
    );
  const [first, ...others] = names.map((name, index) => ({
    host: name.replace(/^\[(.*)\]$/, '$1') || (env['PGHOST'] ?? 'localhost'),
    port: readPort((ports.length === 1 ? ports[0] : ports[index]) || env['PGPORT'] || String(PORT)),
  }));
  return [first as Endpoint, ...others];
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  // Without the text: it may be a part of a password.
  throw new DatabaseUrlError('has a port that is not a whole number from 1 to 65535');
}

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;

/** As libpq: `require` encrypts, and verifies only where a root certificate is given. */
function readSsl(parameters: Parameters, env: Environment, hosts: readonly Endpoint[]): DatabaseUrl['ssl'] {
  const fileOf = (name: 'sslrootcert' | 'sslcert' | 'sslkey'): string | undefined =>
    given(parameters[name] ?? env[`PG${name.toUpperCase()}`]);
  const mode = readMode(parameters, env);
  if (mode === 'disable') return false;
  const rootFile = fileOf('sslrootcert');
  if (rootFile === 'system' && mode !== 'verify-full')
    throw new DatabaseUrlError(`has sslrootcert=system with sslmode=${mode}, and it needs verify-full`);
  const ca = rootFile === undefined || rootFile === 'system' ? undefined : readCertificate('sslrootcert', rootFile);
  if (mode === 'verify-ca' && ca === undefined)
    throw new DatabaseUrlError('has sslmode=verify-ca without sslrootcert: name the file of the CA certificate');
  const [certFile, keyFile] = [fileOf('sslcert'), fileOf('sslkey')];
  const verifies = mode === 'verify-full' || mode === 'verify-ca' || (mode === 'require' && ca !== undefined);
  return {
    rejectUnauthorized: verifies,
    ...(ca === undefined ? {} : { ca }),
    ...(certFile === undefined ? {} : { cert: readCertificate('sslcert', certFile) }),
    ...(keyFile === undefined ? {} : { key: readCertificate('sslkey', keyFile) }),
    ...(parameters['sslpassword'] === undefined ? {} : { passphrase: parameters['sslpassword'] }),
    ...(mode === 'verify-full' ? nameOfAny(hosts) : { checkServerIdentity: () => undefined }),
  };
}

function readMode(parameters: Parameters, env: Environment): Exclude<(typeof MODES)[number], 'allow' | 'prefer'> {
  const asked = parameters['sslmode'] ?? modeOfSsl(parameters['ssl']) ?? given(env['PGSSLMODE']);
  const implied = ['sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation'].find((name) => name in parameters);
  if (asked === undefined && implied !== undefined)
    throw new DatabaseUrlError(`has ${implied} without sslmode: add sslmode=verify-full, or the mode that you mean`);
  const mode = oneOf('sslmode', asked ?? 'disable', MODES);
  if (mode === 'allow' || mode === 'prefer')
    throw new DatabaseUrlError(
      `has sslmode=${mode}, which Redrive does not support, as it may leave a connection without encryption: use ` +
        'disable, require, verify-ca or verify-full',
    );
  return mode;
}

/** Of the parameter that Node's driver had before, which verified. */
function modeOfSsl(ssl: string | undefined): 'verify-full' | 'disable' | undefined {
  if (ssl === undefined) return undefined;
  const value = oneOf('ssl', ssl, ['true', '1', 'false', '0']);
  return value === 'true' || value === '1' ? 'verify-full' : 'disable';
}

/** With several hosts the certificate must be that of one of them. */
function nameOfAny(hosts: readonly Endpoint[]): Pick<ConnectionOptions, 'checkServerIdentity'> {
  if (hosts.length === 1) return {};
  return {
    checkServerIdentity: (_first, certificate) => {
      const errors = hosts.map(({ host }) => checkServerIdentity(host, certificate));
      return errors.includes(undefined) ? undefined : errors[0];
    },
  };
}

function readCertificate(name: string, path: string): string {
  try {
    return readFileSync(/* turbopackIgnore: true */ path, 'utf8');
  } catch (error) {
    throw new DatabaseUrlError(`names ${name}=${path}, which cannot be read (${(error as { code: string }).code})`);
  }
}

function oneOf<Value extends string>(name: string, value: string, values: readonly Value[], because = ''): Value {
  const found = values.find((each) => each === value);
  if (found === undefined)
    throw new DatabaseUrlError(`has ${name}=${value}, which must be one of ${values.join(', ')}${because}`);
  return found;
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function given(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new DatabaseUrlError('has a % that does not begin a percent-encoded character');
  }
}
