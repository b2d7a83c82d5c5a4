import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

import type { Prisma, PrismaClient } from './generated/client';
import { ACQUIRE_LIMIT_MS } from './pool';
import type { Queryable } from './queryable';
import { parseInt8 } from './type-parsers';

/**
 * Prisma, alone or inside a transaction: what operators, tokens, settings and other rare rows are read and written
 * with.
 */
export type Metadata = Prisma.TransactionClient;

/**
 * A transaction of Prisma that also runs statements, for what Prisma has no words for: locks, and conditions on the
 * database's time.
 */
export type MetadataTransaction = Metadata & Queryable;

/**
 * Prisma's own limits, 2 s for a connection and 5 s in all, fail an operator's change on a busy database. Here the
 * limits of the pool and of the statements (session-settings.ts) come first: what they say is known (troubleOf).
 */
const LIMITS = { maxWait: ACQUIRE_LIMIT_MS + 1000, timeout: 15_000 } as const;

/** Runs `work` in one transaction of the console's connections; rolls back on any error. */
export function withMetadata<T>(prisma: PrismaClient, work: (db: MetadataTransaction) => Promise<T>): Promise<T> {
  return prisma.$transaction((transaction) => work(withStatements(transaction)), LIMITS);
}

function withStatements(transaction: Metadata): MetadataTransaction {
  const query = (text: string | QueryConfig, values?: unknown[]): Promise<QueryResult<QueryResultRow>> =>
    typeof text === 'string' ? run(transaction, text, values ?? []) : run(transaction, text.text, text.values ?? []);
  return new Proxy(transaction, {
    get: (target, name, receiver): unknown => (name === 'query' ? query : Reflect.get(target, name, receiver)),
  }) as MetadataTransaction;
}

const HAS_ROWS = /^\s*(SELECT|WITH)\b|\bRETURNING\b/i;

async function run(
  transaction: Metadata,
  text: string,
  values: readonly unknown[],
): Promise<QueryResult<QueryResultRow>> {
  if (!HAS_ROWS.test(text)) return resultOf([], await transaction.$executeRawUnsafe(text, ...values));
  const rows = await transaction.$queryRawUnsafe<QueryResultRow[]>(text, ...values);
  return resultOf(rows.map(asDriverRow), rows.length);
}

function resultOf(rows: QueryResultRow[], rowCount: number): QueryResult<QueryResultRow> {
  return { rows, rowCount, command: '', oid: 0, fields: [] };
}

/** Prisma reads int8 as a bigint and bytea as a Uint8Array; statements promise what the pools give. */
function asDriverRow(row: QueryResultRow): QueryResultRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [name, asDriverValue(value)]),
  );
}

function asDriverValue(value: unknown): unknown {
  if (typeof value === 'bigint') return parseInt8(String(value));
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}
