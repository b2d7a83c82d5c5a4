import type { ColumnRow, ForeignKeyRow, IndexRow, TableRow } from './read-catalog';

export interface Catalog {
  readonly tables: readonly TableRow[];
  readonly columns: readonly ColumnRow[];
  readonly indexes: readonly IndexRow[];
  readonly foreignKeys: readonly ForeignKeyRow[];
}

const HEADER = `// The typed view of the tables that prisma/migrations/*/migration.sql creates. The migrations are the truth:
// lib/store/schema-agreement.db.test.ts compares this file with the migrated database, and writes it with
//   npx vitest run --project db lib/store/schema-agreement -u
// CHECK constraints, partial indexes, views and partitions have no place in this language.

generator client {
  provider            = "prisma-client"
  output              = "../lib/store/generated"
  runtime             = "nodejs"
  moduleFormat        = "esm"
  importFileExtension = ""
}

datasource db {
  provider = "postgresql"
}
`;

const TYPES: Readonly<Record<string, string>> = {
  int2: 'Int @db.SmallInt',
  int4: 'Int',
  int8: 'BigInt',
  bool: 'Boolean',
  text: 'String',
  bytea: 'Bytes',
  jsonb: 'Json',
  float8: 'Float',
  numeric: 'Decimal',
  inet: 'String @db.Inet',
  uuid: 'String @db.Uuid',
  date: 'DateTime @db.Date',
  timestamptz: 'DateTime @db.Timestamptz(6)',
};

/** The Prisma schema that a database's catalog calls for, in a fixed order. */
export function renderPrismaSchema(catalog: Catalog): string {
  return [HEADER, ...catalog.tables.map(({ table }) => renderModel(table, catalog))].join('\n');
}

function renderModel(table: string, catalog: Catalog): string {
  const columns = catalog.columns.filter((column) => column.table === table);
  const indexes = catalog.indexes.filter((index) => index.table === table);
  const primary = indexes.find(({ primary }) => primary);
  const lines = [
    ...columns.map((column) => renderColumn(column, indexes)),
    ...catalog.foreignKeys.filter((key) => key.table === table).map((key) => renderRelation(key, columns)),
    ...catalog.foreignKeys.filter((key) => key.target === table).map((key) => renderBackRelation(key, catalog.indexes)),
  ];
  const blocks = [
    ...(primary !== undefined && primary.columns.length > 1 ? [`@@id(${list(primary.columns)})`] : []),
    ...indexes
      .filter(({ primary, unique, columns }) => !primary && unique && columns.length > 1)
      .map((index) => renderIndex('unique', index)),
    ...indexes.filter(({ unique }) => !unique).map((index) => renderIndex('index', index)),
    `@@map("${table}")`,
    ...(indexes.some(({ unique }) => unique) ? [] : ['@@ignore']),
  ];
  return `model ${pascal(table)} {\n${[...lines, '', ...blocks].map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}\n`;
}

function renderColumn(column: ColumnRow, indexes: readonly IndexRow[]): string {
  const [type = '', ...attributes] = (TYPES[column.type] ?? `Unsupported("${column.type}")`).split(' ');
  const suffix = column.array ? '[]' : column.nullable ? '?' : '';
  const alone = indexes.find(({ unique, columns }) => unique && columns.length === 1 && columns[0] === column.name);
  const name = camel(column.name);
  return [
    name,
    `${type}${suffix}`,
    ...(alone === undefined ? [] : [alone.primary ? '@id' : '@unique']),
    ...renderDefault(column),
    ...(name === column.name ? [] : [`@map("${column.name}")`]),
    ...attributes,
  ].join(' ');
}

function renderDefault({ identity, fallback }: ColumnRow): string[] {
  if (identity) return ['@default(autoincrement())'];
  if (fallback === null) return [];
  if (/^-?\d+$/.test(fallback) || fallback === 'true' || fallback === 'false') return [`@default(${fallback})`];
  if (fallback === 'now()') return ['@default(now())'];
  return [`@default(dbgenerated(${JSON.stringify(fallback)}))`];
}

function renderRelation(
  { table, target, columns, targetColumns, onDelete, name }: ForeignKeyRow,
  all: readonly ColumnRow[],
): string {
  const optional = all.some((column) => column.nullable && columns.includes(column.name)) ? '?' : '';
  const fields = `fields: ${list(columns)}, references: ${list(targetColumns)}`;
  // A table that refers to itself has both ends in one model: they need names of their own.
  const [field, relation] =
    table === target ? [`${camel(columns[0] ?? '')}${pascal(target)}`, `"${name}", `] : [camel(target), ''];
  return `${field} ${pascal(target)}${optional} @relation(${relation}${fields}, onDelete: ${onDelete}, onUpdate: NoAction, map: "${name}")`;
}

function renderBackRelation({ table, target, columns, name }: ForeignKeyRow, indexes: readonly IndexRow[]): string {
  const single = indexes.some(
    (index) => index.table === table && index.unique && index.columns.join() === columns.join(),
  );
  const relation = table === target ? ` @relation("${name}")` : '';
  return `${camel(table)} ${pascal(table)}${single ? '?' : '[]'}${relation}`;
}

function renderIndex(kind: 'index' | 'unique', { columns, descending, method, name }: IndexRow): string {
  const fields = columns.map((column, at) => `${camel(column)}${descending[at] === true ? '(sort: Desc)' : ''}`);
  const type = method === 'btree' ? '' : `, type: ${pascal(method)}`;
  return `@@${kind}([${fields.join(', ')}]${type}, map: "${name}")`;
}

function list(columns: readonly string[]): string {
  return `[${columns.map(camel).join(', ')}]`;
}

function camel(name: string): string {
  return name.replaceAll(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function pascal(name: string): string {
  const inner = camel(name);
  return `${inner.charAt(0).toUpperCase()}${inner.slice(1)}`;
}
