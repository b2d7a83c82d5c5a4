import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type pg from 'pg';

import { describeSqlError, MigrationError } from './migration-error';

/** One file of SQL functions in `prisma/functions` or a folder in it. */
export interface FunctionSource {
  readonly file: string;
  readonly names: readonly string[];
  /** Comment on each function: which text it was made from. */
  readonly mark: string;
  readonly sql: string;
}

interface InstalledFunction {
  readonly name: string;
  readonly signature: string;
  readonly mark: string | null;
}

const SELECT_FUNCTIONS = `
  SELECT p.proname AS name, p.oid::regprocedure::text AS signature, obj_description(p.oid, 'pg_proc') AS mark
    FROM pg_proc p
   WHERE p.pronamespace = current_schema()::regnamespace
     AND (p.proname = ANY($1) OR obj_description(p.oid, 'pg_proc') LIKE 'redrive %')`;

export function readFunctions(directory: string = join(process.cwd(), 'prisma', 'functions')): FunctionSource[] {
  if (!existsSync(/* turbopackIgnore: true */ directory)) return [];
  return readdirSync(/* turbopackIgnore: true */ directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const sql = readFileSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ directory, file), 'utf8');
      const names = [...sql.matchAll(/^CREATE (?:OR REPLACE )?FUNCTION (\w+)/gim)].map(([, name]) => name ?? '');
      if (names.length === 0) throw new MigrationError(`prisma/functions/${file} makes no function.`);
      return { file, names, sql, mark: `redrive ${createHash('sha256').update(sql).digest('hex')}` };
    });
}

/**
 * Functions are code, not data: they carry their source's hash as a comment and are replaced when it
 * differs. Dropped first, because CREATE OR REPLACE may not change a result type.
 */
export async function applyFunctions(client: pg.Client, sources: readonly FunctionSource[]): Promise<string[]> {
  const wanted = sources.flatMap(({ names }) => names);
  const installed = await installedFunctions(client, sources);
  const changed = differing(installed, sources);
  const replaced = new Set(changed.flatMap(({ names }) => names));
  for (const { name, signature } of installed) {
    if (replaced.has(name) || !wanted.includes(name)) await client.query(`DROP FUNCTION ${signature}`);
  }
  // Functions call each other; their bodies are checked when they run, not in file order.
  await client.query('SET LOCAL check_function_bodies = off');
  for (const { file, sql } of changed) {
    try {
      await client.query(sql);
    } catch (error) {
      throw new MigrationError(describeSqlError(`prisma/functions/${file}`, sql, error), { cause: error });
    }
  }
  await markFunctions(client, changed);
  return changed.flatMap(({ names }) => names);
}

/** The files whose functions are not there as they are in this program. */
export async function staleFunctions(client: pg.Client, sources: readonly FunctionSource[]): Promise<FunctionSource[]> {
  return differing(await installedFunctions(client, sources), sources);
}

async function installedFunctions(
  client: pg.Client,
  sources: readonly FunctionSource[],
): Promise<readonly InstalledFunction[]> {
  const names = sources.flatMap((source) => source.names);
  return (await client.query<InstalledFunction>(SELECT_FUNCTIONS, [names])).rows;
}

function differing(installed: readonly InstalledFunction[], sources: readonly FunctionSource[]): FunctionSource[] {
  const current = new Set(installed.map(({ name, mark }) => `${name} ${mark ?? ''}`));
  return sources.filter(({ names, mark }) => names.some((name) => !current.has(`${name} ${mark}`)));
}

async function markFunctions(client: pg.Client, sources: readonly FunctionSource[]): Promise<void> {
  const marks = new Map(sources.flatMap(({ names, mark }) => names.map((name) => [name, mark] as const)));
  const { rows } = await client.query<InstalledFunction>(SELECT_FUNCTIONS, [[...marks.keys()]]);
  for (const { name, signature } of rows) {
    const mark = marks.get(name);
    if (mark !== undefined) await client.query(`COMMENT ON FUNCTION ${signature} IS '${mark}'`);
  }
}
