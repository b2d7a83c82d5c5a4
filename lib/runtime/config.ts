import { resolve } from 'node:path';

import { z } from 'zod';

import { StartError } from './start-error';

export interface Config {
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly host: string;
  readonly dataDirectory: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  readonly apiToken: string | undefined;
  readonly logLevel: string;
  /** How long messages and history are kept, milliseconds. */
  readonly retentionMs: number;
  /** A broadcast client that was gone this long starts anew. */
  readonly memberGoneMs: number;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const port = (otherwise: number) =>
  z.preprocess(
    (value) =>
      value === undefined ? otherwise : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
    z.int({ error: 'a whole number between 1 and 65535' }).min(1, 'at least 1').max(65535, 'at most 65535'),
  );

const MAX_RETENTION_HOURS = 8760;

const hours = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z
    .int({ error: `a whole number between 1 and ${MAX_RETENTION_HOURS}` })
    .min(1, 'at least 1')
    .max(MAX_RETENTION_HOURS, `at most ${MAX_RETENTION_HOURS}`),
);

const LOOPBACK = /^(127\.|::1$|localhost$)/;

const environment = z.object({
  PORT: port(3000),
  REDRIVE_GRPC_PORT: port(8081),
  REDRIVE_HOST: z.string().max(253, 'at most 253 characters').default('127.0.0.1'),
  REDRIVE_DATA_DIR: z.string().default('.redrive'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'a URL that starts with postgresql://')
    .refine((value) => URL.canParse(value), 'a valid URL (special characters of the password percent-encoded)')
    .optional(),
  REDRIVE_ADMIN_EMAIL: z.email('an e-mail address').max(254, 'at most 254 characters').optional(),
  REDRIVE_ADMIN_PASSWORD: z.string().min(12, 'at least 12 characters').max(256, 'at most 256 characters').optional(),
  REDRIVE_API_TOKEN: z.string().min(16, 'at least 16 characters').max(256, 'at most 256 characters').optional(),
  REDRIVE_OPEN_GATEWAY: z.enum(['true', 'false'], { error: 'true or false' }).default('false'),
  REDRIVE_RETENTION_HOURS: hours.default(72),
  REDRIVE_BROADCAST_MEMBER_HOURS: hours.optional(),
  REDRIVE_LOG_LEVEL: z.enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` }).default('warn'),
});

const SECRETS = new Set(['REDRIVE_ADMIN_PASSWORD', 'REDRIVE_API_TOKEN', 'DATABASE_URL']);

/** Reads the settings from the environment; an empty variable counts as unset. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map((issue) => describeIssue(issue, given)).join(' '));
  }
  const { data } = parsed;
  if ((data.REDRIVE_ADMIN_EMAIL === undefined) !== (data.REDRIVE_ADMIN_PASSWORD === undefined)) {
    throw new StartError(
      'REDRIVE_ADMIN_EMAIL and REDRIVE_ADMIN_PASSWORD must be set together, and only one of them is.',
    );
  }
  if (data.PORT === data.REDRIVE_GRPC_PORT) {
    throw new StartError(`PORT and REDRIVE_GRPC_PORT must differ, and both are ${data.PORT}.`);
  }
  if (!LOOPBACK.test(data.REDRIVE_HOST) && data.REDRIVE_OPEN_GATEWAY !== 'true') {
    throw new StartError(
      `REDRIVE_HOST ${data.REDRIVE_HOST} can be reached by others, and RocketMQ clients are not authenticated yet: ` +
        'set REDRIVE_OPEN_GATEWAY=true if everyone on that network may send and receive messages.',
    );
  }
  return {
    httpPort: data.PORT,
    grpcPort: data.REDRIVE_GRPC_PORT,
    host: data.REDRIVE_HOST,
    dataDirectory: resolve(data.REDRIVE_DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    admin:
      data.REDRIVE_ADMIN_EMAIL === undefined || data.REDRIVE_ADMIN_PASSWORD === undefined
        ? undefined
        : { email: data.REDRIVE_ADMIN_EMAIL, password: data.REDRIVE_ADMIN_PASSWORD },
    apiToken: data.REDRIVE_API_TOKEN,
    logLevel: data.REDRIVE_LOG_LEVEL,
    retentionMs: data.REDRIVE_RETENTION_HOURS * 3_600_000,
    memberGoneMs: (data.REDRIVE_BROADCAST_MEMBER_HOURS ?? data.REDRIVE_RETENTION_HOURS) * 3_600_000,
  };
}

function describeIssue(issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>): string {
  const field = String(issue.path[0] ?? 'environment');
  const value = SECRETS.has(field) ? '' : `, and is ${JSON.stringify(given[field])}`;
  return `${field} must be ${issue.message}${value}.`;
}
