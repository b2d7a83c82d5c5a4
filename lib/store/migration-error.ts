import type pg from 'pg';

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export function describeSqlError(what: string, sql: string, error: unknown): string {
  const { message, position } = error as Partial<pg.DatabaseError>;
  const line = position === undefined ? '' : ` (line ${sql.slice(0, Number(position)).split('\n').length})`;
  return `${what} failed${line}: ${message ?? String(error)}`;
}
