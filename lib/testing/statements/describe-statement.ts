import { readFunctions } from '../../store/apply-functions';
import type pg from 'pg';

import { type Catalog, type CatalogFunction, columnsMayBeNull, type ParameterNulls } from './may-be-null';
import { isNode, nodesOf, parseNodeTree, textOf, type TreeNode } from './node-tree';

export interface DescribedColumn {
  readonly name: string;
  /** The name of its type in pg_type: `int4`, `_text`. */
  readonly type: string;
  readonly mayBeNull: boolean;
}

export interface DescribedStatement {
  readonly columns: readonly DescribedColumn[];
  readonly parameters: readonly string[];
}

/** Statements that PostgreSQL cannot prepare; they have neither rows nor parameters. */
const UTILITY_WORDS = [
  ...['SET', 'BEGIN', 'COMMIT', 'ROLLBACK', 'LISTEN', 'UNLISTEN', 'NOTIFY', 'LOCK', 'TRUNCATE'],
  ...['DROP', 'CREATE', 'ALTER', 'COMMENT', 'GRANT', 'REVOKE'],
];
export const UTILITY = new RegExp(String.raw`^\s*(${UTILITY_WORDS.join('|')})\b`, 'i');

/**
 * What PostgreSQL itself makes of a statement: the types of its parameters and columns, and from its parse tree (kept
 * as the body of a function) what may be null. Nothing is run.
 */
export async function describeStatement(
  client: pg.ClientBase,
  catalog: Catalog,
  text: string,
  nulls: readonly ParameterNulls[],
): Promise<DescribedStatement> {
  await client.query(`PREPARE described AS ${text}`);
  try {
    const { rows } = await client.query<{ parameters: string[]; columns: string[] | null; signature: string }>(
      `SELECT array(SELECT t.typname::text FROM unnest(parameter_types) WITH ORDINALITY u (oid, n)
        JOIN pg_type t ON t.oid = u.oid ORDER BY n) AS parameters,
              array(SELECT t.typname::text FROM unnest(result_types) WITH ORDINALITY u (oid, n)
                JOIN pg_type t ON t.oid = u.oid ORDER BY n) AS columns,
              array_to_string(parameter_types::text[], ', ') AS signature
         FROM pg_prepared_statements WHERE name = 'described'`,
    );
    const [{ parameters, columns, signature } = { parameters: [], columns: [], signature: '' }] = rows;
    if (columns === null || columns.length === 0) return { parameters, columns: [] };
    const query = await parseTreeOf(client, text, signature);
    const list = textOf(query, 'commandType') === '1' ? 'targetList' : 'returningList';
    const targets = nodesOf(query, list).filter((target) => textOf(target, 'resjunk') !== 'true');
    const mayBeNull = columnsMayBeNull(query, catalog, nulls);
    return {
      parameters,
      columns: columns.map((type, index) => ({
        name: textOf(targets[index] ?? query, 'resname'),
        type,
        mayBeNull: mayBeNull[index] ?? true,
      })),
    };
  } finally {
    await client.query('DEALLOCATE described');
  }
}

async function parseTreeOf(client: pg.ClientBase, text: string, signature: string): Promise<TreeNode> {
  await client.query(
    `CREATE FUNCTION pg_temp.described(${signature}) RETURNS SETOF record LANGUAGE sql BEGIN ATOMIC ${text}; END`,
  );
  try {
    const { rows } = await client.query<{ tree: string }>(
      "SELECT prosqlbody::text AS tree FROM pg_proc WHERE proname = 'described' AND pronamespace = pg_my_temp_schema()",
    );
    return queryIn(rows[0]?.tree ?? '');
  } finally {
    await client.query('DROP FUNCTION pg_temp.described');
  }
}

function queryIn(tree: string): TreeNode {
  let value = parseNodeTree(tree);
  while (Array.isArray(value)) value = value[0] ?? null;
  if (!isNode(value)) throw new Error('PostgreSQL kept no parse tree');
  return value;
}

export async function readNullCatalog(client: pg.ClientBase): Promise<Catalog> {
  const columns = await client.query<{ place: string }>(
    "SELECT attrelid || '/' || attnum AS place FROM pg_attribute WHERE attnotnull AND attnum > 0",
  );
  const views = await client.query<{ oid: string; tree: string }>(
    `SELECT c.oid::text, r.ev_action::text AS tree FROM pg_class c JOIN pg_rewrite r ON r.ev_class = c.oid
      WHERE c.relkind = 'v' AND c.relnamespace = current_schema()::regnamespace AND r.rulename = '_RETURN'`,
  );
  const functions = await client.query<Omit<CatalogFunction, 'neverNull'> & { oid: string }>(
    `SELECT oid::text, proname AS name, proisstrict AS strict, oid >= 16384 AS ours, proargnames IS NOT NULL AS named,
            array(SELECT a.name FROM unnest(proargnames, proargmodes::text[]) a (name, mode)
              WHERE a.mode IN ('t', 'o')) AS columns
       FROM pg_proc`,
  );
  const promises = readPromises();
  return {
    notNull: new Set(columns.rows.map(({ place }) => place)),
    views: new Map(views.rows.map(({ oid, tree }) => [oid, queryIn(tree)])),
    functions: new Map(
      functions.rows.map((one) => [
        one.oid,
        { ...one, neverNull: (column) => promises.get(one.name)?.(column) ?? false },
      ]),
    ),
  };
}

const PROMISE = /^-- Never null: (all)?(?: but )?([^.]*)\.\n(?:--.*\n)*CREATE OR REPLACE FUNCTION (\w+)/gm;

/**
 * PostgreSQL does not know what a function answers; its file says so in the line above it: "-- Never null: all.",
 * "-- Never null: all but tag, keys.", "-- Never null: queue_id, off."
 */
function readPromises(): Map<string, (column: string | null) => boolean> {
  const promises = new Map<string, (column: string | null) => boolean>();
  for (const { sql } of readFunctions()) {
    for (const [, all, list = '', name = ''] of sql.matchAll(PROMISE)) {
      const named = list.split(/[\s,-]+/);
      promises.set(name, (column) => (column !== null && named.includes(column)) !== (all !== undefined));
    }
  }
  return promises;
}
