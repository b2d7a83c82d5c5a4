import { msg, type Reason, tell, told, toldOf } from '../model/language/t';

/** What is wrong with the database as a whole, as opposed to one statement. */
export const TROUBLES = {
  'disk-full': msg('the disk of the database is full'),
  'read-only': msg('the database is read-only, as a standby or a primary of before a failover is'),
  'too-many-connections': msg('the database accepts no more connections'),
  'connections-busy': msg('all connections of this process to the database were in use, and none became free in time'),
  'out-of-memory': msg('the database is out of memory'),
  'shutting-down': msg('the database is shutting down'),
  recovering: msg('the database is starting or recovering'),
  unreachable: msg('the database cannot be reached'),
  'no-sessions': msg(
    'the connection pooler in front of the database does not keep sessions: it must be in session mode',
  ),
} as const;

export type TroubleKind = keyof typeof TROUBLES;

export interface DatabaseTrouble {
  readonly kind: TroubleKind;
  /** In words, with the code that PostgreSQL or the system gave. */
  readonly says: string;
}

/** The same for the caller that says it later; the code stays what it is. */
export function toldTrouble({ kind, says }: DatabaseTrouble): Reason {
  const trouble = toldOf(TROUBLES[kind], {});
  const code = /\((\w+)\)$/.exec(says)?.[1];
  return code === undefined ? trouble : told('{trouble} ({code})', { trouble, code });
}

/** A text of the health of a database, which is English. What PostgreSQL itself said stays. */
export function retellTroubles(text: string): string {
  return Object.values(TROUBLES).reduce((said, trouble) => said.replaceAll(trouble, tell(toldOf(trouble, {}))), text);
}

/** For a reader, in his language, as the beginning of a sentence. */
export function tellTrouble(trouble: DatabaseTrouble): string {
  return tell(toldTrouble(trouble)).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

const BY_SQL_STATE: Readonly<Record<string, TroubleKind>> = {
  '53100': 'disk-full',
  '25006': 'read-only',
  '53300': 'too-many-connections',
  '53200': 'out-of-memory',
  '57P01': 'shutting-down',
  '57P02': 'shutting-down',
  '57P03': 'recovering',
  RD001: 'no-sessions',
};

const NETWORK_CODE = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;
/** What the pool says when its connections are there, and in use. */
const BUSY = 'timeout exceeded when trying to connect';
/** What the driver says without a code when a connection broke, or none came in time. */
const BROKEN =
  /^(Connection terminated|timeout e|timeout exceeded|Query read timeout|Client (has encountered|was closed))/i;

/** Of errors that Prisma makes itself: no connection, none in time, or a lost one. */
const BY_PRISMA_CODE: Readonly<Record<string, TroubleKind>> = {
  P1001: 'unreachable',
  P1002: 'unreachable',
  P1008: 'unreachable',
  P1017: 'unreachable',
  P2024: 'connections-busy',
};

/** What PostgreSQL said, of an error that Prisma wraps; null: it wraps none. */
export function sqlStateOf(error: unknown): string | null {
  const wrapped = field(field(field(error, 'meta'), 'driverAdapterError'), 'cause') ?? field(error, 'cause');
  const code = field(wrapped, 'originalCode');
  return typeof code === 'string' ? code : null;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Null: the error is about something else. */
export function troubleOf(error: unknown): DatabaseTrouble | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    const code = sqlStateOf(at) ?? ('code' in at && typeof at.code === 'string' ? at.code : '');
    const kind = BY_SQL_STATE[code] ?? BY_PRISMA_CODE[code];
    if (kind !== undefined) return { kind, says: `${TROUBLES[kind]} (${code})` };
    if (NETWORK_CODE.test(code)) return { kind: 'unreachable', says: `${TROUBLES.unreachable} (${code})` };
    if (at.message === BUSY) return { kind: 'connections-busy', says: TROUBLES['connections-busy'] };
    if (BROKEN.test(at.message)) return { kind: 'unreachable', says: TROUBLES.unreachable };
  }
  return null;
}
