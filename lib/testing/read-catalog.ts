import type pg from 'pg';

import type { Catalog } from './prisma-schema';

export interface TableRow {
  readonly table: string;
}

export interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly array: boolean;
  readonly nullable: boolean;
  readonly identity: boolean;
  readonly fallback: string | null;
}

export interface IndexRow {
  readonly table: string;
  readonly name: string;
  readonly method: string;
  readonly primary: boolean;
  readonly unique: boolean;
  readonly columns: readonly string[];
  readonly descending: readonly boolean[];
}

export interface ForeignKeyRow {
  readonly table: string;
  readonly name: string;
  readonly target: string;
  readonly columns: readonly string[];
  readonly targetColumns: readonly string[];
  readonly onDelete: string;
}

const OURS = `c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
  AND c.relnamespace = current_schema()::regnamespace`;

const TABLES = `SELECT c.relname AS "table" FROM pg_class c WHERE ${OURS} ORDER BY 1`;

const COLUMNS = `
  SELECT c.relname AS "table", a.attname AS name, a.attnotnull = false AS nullable, a.attidentity <> '' AS identity,
         t.typcategory = 'A' AS array, coalesce(e.typname, t.typname) AS type,
           pg_get_expr(d.adbin, d.adrelid) AS fallback
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE ${OURS}
   ORDER BY c.relname, a.attnum`;

/** Partial and expression indexes are left out: the schema language cannot say them. */
const INDEXES = `
  SELECT c.relname AS "table", i.relname AS name, m.amname AS method, x.indisprimary AS primary,
    x.indisunique AS unique,
         array_agg(a.attname::text ORDER BY k.ord) AS columns,
           array_agg((k.option & 1) = 1 ORDER BY k.ord) AS descending
    FROM pg_class c
    JOIN pg_index x ON x.indrelid = c.oid AND x.indpred IS NULL AND x.indexprs IS NULL
    JOIN pg_class i ON i.oid = x.indexrelid
    JOIN pg_am m ON m.oid = i.relam
    CROSS JOIN LATERAL unnest(x.indkey::int2[], x.indoption::int2[]) WITH ORDINALITY AS k(attnum, option, ord)
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
   -- Columns that an index only carries are no part of its order.
   WHERE ${OURS} AND k.ord <= x.indnkeyatts
   GROUP BY 1, 2, 3, 4, 5
   ORDER BY 1, 2`;

const FOREIGN_KEYS = `
  SELECT c.relname AS "table", f.conname AS name, r.relname AS target,
         CASE f.confdeltype WHEN 'c' THEN 'Cascade' WHEN 'n' THEN 'SetNull' WHEN 'r' THEN 'Restrict'
           ELSE 'NoAction' END AS "onDelete",
         (SELECT array_agg(a.attname::text ORDER BY k.ord) FROM unnest(f.conkey) WITH ORDINALITY k(attnum, ord)
            JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum) AS columns,
         (SELECT array_agg(a.attname::text ORDER BY k.ord) FROM unnest(f.confkey) WITH ORDINALITY k(attnum, ord)
            JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.attnum) AS "targetColumns"
    FROM pg_constraint f
    JOIN pg_class c ON c.oid = f.conrelid
    JOIN pg_class r ON r.oid = f.confrelid
   WHERE f.contype = 'f' AND ${OURS}
   ORDER BY 1, 2`;

export async function readCatalog(pool: pg.Pool): Promise<Catalog> {
  const [tables, columns, indexes, foreignKeys] = await Promise.all([
    pool.query<TableRow>(TABLES),
    pool.query<ColumnRow>(COLUMNS),
    pool.query<IndexRow>(INDEXES),
    pool.query<ForeignKeyRow>(FOREIGN_KEYS),
  ]);
  return { tables: tables.rows, columns: columns.rows, indexes: indexes.rows, foreignKeys: foreignKeys.rows };
}
