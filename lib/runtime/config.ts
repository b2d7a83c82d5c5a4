import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

import { z } from 'zod';

import { isLoopback } from '../auth/loopback';
import { type OidcConfig, parseRoleRules } from '../auth/oidc/config';
import { DEFAULT_SIGNATURE_WINDOW_MS } from '../model/access/access-key';
import { DEFAULT_DEAD_LETTER_RETENTION, KEEP_HOURS } from '../model/dead-letter/dead-letter-retention';
import { DEFAULT_TRANSACTIONS, type TransactionPolicy } from '../model/message/half-message';
import type { CertificateFiles } from './own-certificate';
import { readDatabaseUrl } from '../store/connect/database-url';
import { StartError } from './start-error';

export interface Config {
  readonly httpPort: number;
  readonly grpcPort: number;
  /** False: this console is for attached clusters alone, and nothing listens on the port of RocketMQ clients. */
  readonly servesClients: boolean;
  /** Processes that serve RocketMQ clients, or run background work without them. */
  readonly brokers: number;
  /** The most connections to the database that this node holds; undefined: as many as its processes like to have. */
  readonly databaseConnections: number | undefined;
  /** The port of metrics and health on a node without a console; 0: none. */
  readonly metricsPort: number;
  readonly host: string;
  readonly dataDirectory: string;
  /** Of the owner, and of every process that has none of its own. */
  readonly databaseUrl: string | undefined;
  readonly brokerDatabaseUrl: string | undefined;
  readonly consoleDatabaseUrl: string | undefined;
  /** PostgreSQL runs here, with its files below the data directory: no URL was given. */
  readonly isEmbedded: boolean;
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  readonly apiToken: string | undefined;
  /** MCP clients may make changes, as far as their tokens may. */
  readonly mcpChanges: boolean;
  /** Only programs on this machine reach it. */
  readonly loopback: boolean;
  /** Local processes may scrape without a token. */
  readonly openMetrics: boolean;
  /** RocketMQ clients must sign with an access key. */
  readonly requireAccessKeys: boolean;
  /** How far the time that a RocketMQ client signs may be from the database's, milliseconds. */
  readonly signatureWindowMs: number;
  /** Encrypts the secrets of access keys with a key that is not in the database. */
  readonly secretKey: string | undefined;
  /** Undefined: a self-signed certificate. */
  readonly tls: CertificateFiles | undefined;
  /** RocketMQ clients without TLS are refused. */
  readonly tlsOnly: boolean;
  readonly logLevel: string;
  /** Which share of the traces that producers record is recorded here too; null: nothing is traced. */
  readonly traceShare: number | null;
  /** How long messages and history are kept, milliseconds. */
  readonly retentionMs: number;
  /** The value while the setting was never changed; hours, null: until they are re-driven. */
  readonly deadLetterKeepHours: number | null;
  readonly transactions: TransactionPolicy;
  /** A broadcast client that was gone this long loses its position. */
  readonly memberGoneMs: number;
  /** Where people open this console; links in alarms lead there. No slash at its end. */
  readonly publicUrl: string;
  /** Undefined: people sign in with passwords and passkeys alone. */
  readonly oidc: OidcConfig | undefined;
  /** Origins that alarms may be sent to although they are not https on the public internet. */
  readonly alarmAllow: ReadonlySet<string>;
  /** Gets the head of the audit chain. */
  readonly auditAnchorUrl: string | undefined;
  /** Of the Apache RocketMQ cluster that this console attaches by itself, host:port; empty: none. */
  readonly rocketmqNameServers: readonly string[];
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const port = (otherwise: number) =>
  z.preprocess(
    (value) =>
      value === undefined ? otherwise : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
    z.int({ error: 'a whole number between 1 and 65535' }).min(1, 'at least 1').max(65535, 'at most 65535'),
  );

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;

const wholeBetween = (min: number, max: number) =>
  z
    .int({ error: `a whole number between ${min} and ${max}` })
    .min(min, `at least ${min}`)
    .max(max, `at most ${max}`);

const whole = (otherwise: number, min: number, max: number) =>
  z.preprocess((value) => asNumber(value ?? otherwise), wholeBetween(min, max));

/** PostgreSQL and the console need processors too. */
export const brokersFor = (cores: number): number => (cores <= 2 ? 1 : Math.min(4, Math.floor(cores / 2)));
const MOST_BROKERS = 16;

const yesOrNo = z.enum(['true', 'false'], { error: 'true or false' }).default('false');
const path = z.string().max(4096, 'at most 4096 characters').optional();

const databaseUrl = z
  .string()
  .superRefine((value, issues) => {
    try {
      readDatabaseUrl(value);
    } catch (error) {
      issues.addIssue({ code: 'custom', message: (error as Error).message, params: { isSentence: true } });
    }
  })
  .optional();

const environment = z.object({
  PORT: port(3000),
  REDRIVE_GRPC_PORT: port(8081),
  REDRIVE_EMBEDDED_BROKER: z.enum(['true', 'false'], { error: 'true or false' }).default('true'),
  REDRIVE_BROKERS: whole(brokersFor(availableParallelism()), 1, MOST_BROKERS),
  REDRIVE_DATABASE_CONNECTIONS: z.preprocess(asNumber, wholeBetween(1, 1000).optional()),
  REDRIVE_METRICS_PORT: whole(5557, 0, 65_535),
  REDRIVE_HOST: z.string().max(253, 'at most 253 characters').default('127.0.0.1'),
  REDRIVE_DATA_DIR: z.string().default('.redrive'),
  DATABASE_URL: databaseUrl,
  REDRIVE_BROKER_DATABASE_URL: databaseUrl,
  REDRIVE_CONSOLE_DATABASE_URL: databaseUrl,
  REDRIVE_ADMIN_EMAIL: z.email('an e-mail address').max(254, 'at most 254 characters').optional(),
  REDRIVE_ADMIN_PASSWORD: z.string().min(12, 'at least 12 characters').max(256, 'at most 256 characters').optional(),
  REDRIVE_API_TOKEN: z.string().min(16, 'at least 16 characters').max(256, 'at most 256 characters').optional(),
  REDRIVE_MCP_CHANGES: yesOrNo,
  REDRIVE_TRUST_PROXY: yesOrNo,
  REDRIVE_OPEN_GATEWAY: yesOrNo,
  REDRIVE_REQUIRE_ACCESS_KEYS: yesOrNo,
  REDRIVE_SIGNATURE_WINDOW_MINUTES: whole(DEFAULT_SIGNATURE_WINDOW_MS / 60_000, 1, 10_080),
  REDRIVE_SECRET_KEY: z.string().min(32, 'at least 32 characters').max(256, 'at most 256 characters').optional(),
  REDRIVE_TLS_CERT: path,
  REDRIVE_TLS_KEY: path,
  REDRIVE_TLS_ONLY: yesOrNo,
  REDRIVE_RETENTION_HOURS: whole(72, 1, 8760),
  REDRIVE_DEAD_LETTER_RETENTION_HOURS: z.preprocess(asNumber, wholeBetween(...KEEP_HOURS).optional()),
  REDRIVE_BROADCAST_MEMBER_HOURS: z.preprocess(asNumber, wholeBetween(1, 8760).optional()),
  REDRIVE_PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^\s@]+$/, 'a URL like https://redrive.example.com')
    .refine((value) => URL.canParse(value), 'a valid URL')
    .optional(),
  /** The launcher reads it (lib/cli/door/hosts.mjs). */
  REDRIVE_ALLOWED_HOSTS: z
    .string()
    .max(4096, 'at most 4096 characters')
    .regex(
      /^(\s*[a-z\d_]([a-z\d_.-]*[a-z\d_])?\s*(,|$))+$/i,
      'host names without port, like redrive.example.com,redrive.internal',
    )
    .optional(),
  REDRIVE_ALARM_ALLOW: z
    .string()
    .max(4096, 'at most 4096 characters')
    .regex(
      /^((https?|smtp):\/\/[^\s,/@?#]+:\d{1,5}(\s*,\s*|$))+$/,
      'origins with their port, like http://10.0.0.5:9000,smtp://mail.internal:25',
    )
    .optional(),
  REDRIVE_OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'the https address of an OpenID provider (http is for this machine only), without a query')
    .optional(),
  REDRIVE_OIDC_CLIENT_ID: z.string().max(512, 'at most 512 characters').optional(),
  REDRIVE_OIDC_CLIENT_SECRET: z.string().max(1024, 'at most 1024 characters').optional(),
  REDRIVE_OIDC_CLIENT_AUTH: z.enum(['basic', 'post'], { error: 'basic or post' }).default('basic'),
  REDRIVE_OIDC_NAME: z.string().max(40, 'at most 40 characters').default('single sign-on'),
  REDRIVE_OIDC_SCOPES: z
    .string()
    .regex(/^openid( [!#-[\]-~]+)*$/, 'scopes with spaces between them, openid first')
    .default('openid email profile'),
  REDRIVE_OIDC_GROUPS_CLAIM: z.string().max(200, 'at most 200 characters').default('groups'),
  REDRIVE_OIDC_ROLES: z
    .string()
    .refine(
      (text) => parseRoleRules(text) !== null,
      'roles with their groups, like admin:platform,operator:sre,viewer:*',
    )
    .optional(),
  REDRIVE_OIDC_CREATE_ACCOUNTS: z.enum(['true', 'false'], { error: 'true or false' }).default('true'),
  REDRIVE_AUDIT_ANCHOR_URL: z
    .string()
    .regex(/^https?:\/\/[^\s]+$/, 'a URL like https://vault.example.com/anchors')
    .refine((value) => URL.canParse(value), 'a valid URL')
    .optional(),
  REDRIVE_ROCKETMQ_NAMESRV: z
    .string()
    .max(4096, 'at most 4096 characters')
    .regex(
      /^(\s*([^\s;,:]+|\[[\da-f:]+\]):\d{1,5}\s*([;,]|$))+$/i,
      'addresses with their port, like 10.0.0.5:9876;10.0.0.6:9876',
    )
    .optional(),
  REDRIVE_TRANSACTION_CHECK_SECONDS: whole(DEFAULT_TRANSACTIONS.checkMs / 1000, 1, 3600),
  REDRIVE_TRANSACTION_CHECKS: whole(DEFAULT_TRANSACTIONS.maxChecks, 1, 1000),
  REDRIVE_TRANSACTION_LIFETIME_HOURS: whole(DEFAULT_TRANSACTIONS.lifetimeMs / 3_600_000, 1, 168),
  /** The exporter reads it, and what else of OpenTelemetry's names it knows (lib/observability/tracing.ts). */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^\s]+$/, 'a URL like http://collector.example.com:4318')
    .refine((value) => URL.canParse(value), 'a valid URL')
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.preprocess(
    asNumber,
    z.number('a share from 0 to 1').min(0, 'at least 0').max(1, 'at most 1').default(1),
  ),
  REDRIVE_LOG_LEVEL: z.enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` }).default('warn'),
});

/** All variables that Redrive reads; the last two are read by the gateway (lib/gateway/server.ts). */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(environment.shape),
  ...['REDRIVE_ADVERTISED_HOST', 'REDRIVE_ADVERTISED_PORT'],
];

const SECRETS = new Set([
  'REDRIVE_OIDC_CLIENT_SECRET',
  'REDRIVE_ADMIN_PASSWORD',
  'REDRIVE_API_TOKEN',
  'REDRIVE_SECRET_KEY',
  'DATABASE_URL',
  'REDRIVE_BROKER_DATABASE_URL',
  'REDRIVE_CONSOLE_DATABASE_URL',
]);

/** Reads the settings from the environment; an empty variable counts as unset. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map((issue) => describeIssue(issue, given)).join(' '));
  }
  const { data } = parsed;
  requireBoth(data, 'REDRIVE_ADMIN_EMAIL', 'REDRIVE_ADMIN_PASSWORD');
  requireBoth(data, 'REDRIVE_TLS_CERT', 'REDRIVE_TLS_KEY');
  requireBoth(data, 'REDRIVE_OIDC_ISSUER', 'REDRIVE_OIDC_CLIENT_ID');
  requireBoth(data, 'REDRIVE_OIDC_ISSUER', 'REDRIVE_OIDC_CLIENT_SECRET');
  const servesClients = requireTwoPorts(data);
  const loopback = isLoopback(data.REDRIVE_HOST);
  const isOpen = data.REDRIVE_OPEN_GATEWAY === 'true';
  const asksKeys = data.REDRIVE_REQUIRE_ACCESS_KEYS === 'true';
  if (isOpen && asksKeys)
    throw new StartError('REDRIVE_OPEN_GATEWAY and REDRIVE_REQUIRE_ACCESS_KEYS contradict each other: both are true.');
  const publicUrl = (data.REDRIVE_PUBLIC_URL ?? `http://${data.REDRIVE_HOST}:${data.PORT}`).replace(/\/+$/, '');
  return {
    httpPort: data.PORT,
    grpcPort: data.REDRIVE_GRPC_PORT,
    servesClients,
    brokers: servesClients ? data.REDRIVE_BROKERS : 1,
    databaseConnections: data.REDRIVE_DATABASE_CONNECTIONS,
    metricsPort: data.REDRIVE_METRICS_PORT,
    host: data.REDRIVE_HOST,
    dataDirectory: resolve(data.REDRIVE_DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    brokerDatabaseUrl: data.REDRIVE_BROKER_DATABASE_URL,
    consoleDatabaseUrl: data.REDRIVE_CONSOLE_DATABASE_URL,
    isEmbedded: [data.DATABASE_URL, data.REDRIVE_BROKER_DATABASE_URL, data.REDRIVE_CONSOLE_DATABASE_URL].every(
      (url) => url === undefined,
    ),
    admin:
      data.REDRIVE_ADMIN_EMAIL === undefined || data.REDRIVE_ADMIN_PASSWORD === undefined
        ? undefined
        : { email: data.REDRIVE_ADMIN_EMAIL, password: data.REDRIVE_ADMIN_PASSWORD },
    apiToken: data.REDRIVE_API_TOKEN,
    mcpChanges: data.REDRIVE_MCP_CHANGES === 'true',
    loopback,
    // Behind a proxy, every request comes from this machine.
    openMetrics: loopback && data.REDRIVE_TRUST_PROXY !== 'true',
    requireAccessKeys: asksKeys || !(isOpen || (loopback && servesClients)),
    signatureWindowMs: data.REDRIVE_SIGNATURE_WINDOW_MINUTES * 60_000,
    secretKey: data.REDRIVE_SECRET_KEY,
    tls:
      data.REDRIVE_TLS_CERT === undefined || data.REDRIVE_TLS_KEY === undefined
        ? undefined
        : { certPath: resolve(data.REDRIVE_TLS_CERT), keyPath: resolve(data.REDRIVE_TLS_KEY) },
    tlsOnly: data.REDRIVE_TLS_ONLY === 'true',
    logLevel: data.REDRIVE_LOG_LEVEL,
    traceShare: data.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? null : data.OTEL_TRACES_SAMPLER_ARG,
    retentionMs: data.REDRIVE_RETENTION_HOURS * 3_600_000,
    deadLetterKeepHours: data.REDRIVE_DEAD_LETTER_RETENTION_HOURS ?? DEFAULT_DEAD_LETTER_RETENTION.keepHours,
    transactions: {
      checkMs: data.REDRIVE_TRANSACTION_CHECK_SECONDS * 1000,
      maxChecks: data.REDRIVE_TRANSACTION_CHECKS,
      lifetimeMs: data.REDRIVE_TRANSACTION_LIFETIME_HOURS * 3_600_000,
    },
    publicUrl,
    oidc: oidcOf(data, publicUrl),
    alarmAllow: new Set(
      (data.REDRIVE_ALARM_ALLOW ?? '')
        .toLowerCase()
        .split(',')
        .map((origin) => origin.trim()),
    ),
    auditAnchorUrl: data.REDRIVE_AUDIT_ANCHOR_URL,
    rocketmqNameServers: (data.REDRIVE_ROCKETMQ_NAMESRV ?? '').split(/[;,]/).flatMap((text) => text.trim() || []),
    memberGoneMs: (data.REDRIVE_BROADCAST_MEMBER_HOURS ?? data.REDRIVE_RETENTION_HOURS) * 3_600_000,
  };
}

/** @returns whether RocketMQ clients are served: they have a port of their own */
function requireTwoPorts(data: z.output<typeof environment>): boolean {
  const servesClients = data.REDRIVE_EMBEDDED_BROKER === 'true';
  if (servesClients && data.PORT === data.REDRIVE_GRPC_PORT)
    throw new StartError(`PORT and REDRIVE_GRPC_PORT must differ, and both are ${data.PORT}.`);
  return servesClients;
}

function oidcOf(data: z.output<typeof environment>, publicUrl: string): OidcConfig | undefined {
  const { REDRIVE_OIDC_ISSUER: issuer, REDRIVE_OIDC_CLIENT_ID: clientId } = data;
  const { REDRIVE_OIDC_CLIENT_SECRET: clientSecret, REDRIVE_OIDC_ROLES: roles } = data;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    ...{ issuer, clientId, clientSecret, clientAuth: data.REDRIVE_OIDC_CLIENT_AUTH },
    name: data.REDRIVE_OIDC_NAME,
    scopes: data.REDRIVE_OIDC_SCOPES,
    groupsClaim: data.REDRIVE_OIDC_GROUPS_CLAIM,
    roles: roles === undefined ? null : parseRoleRules(roles),
    createsAccounts: data.REDRIVE_OIDC_CREATE_ACCOUNTS === 'true',
    redirectUri: `${publicUrl}/api/session/oidc/callback`,
  };
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  return search === '' && hash === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
}

function requireBoth<Name extends string>(data: Readonly<Partial<Record<Name, unknown>>>, one: Name, other: Name) {
  if ((data[one] === undefined) === (data[other] === undefined)) return;
  throw new StartError(`${one} and ${other} must be set together, and only one of them is.`);
}

function describeIssue(issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>): string {
  const field = String(issue.path[0] ?? 'environment');
  if (issue.code === 'custom' && issue.params?.['isSentence'] === true) return `${field} ${issue.message}.`;
  const value = SECRETS.has(field) ? '' : `, and is ${JSON.stringify(given[field])}`;
  return `${field} must be ${issue.message}${value}.`;
}
