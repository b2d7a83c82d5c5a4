import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../database';
import { checkStatement } from './check-statement';
import { readNullCatalog } from './describe-statement';
import { findStatements } from './find-statements';

/** A mistake, what is said about it (nothing: it is none), and the call. */
const CALLS: readonly (readonly [mistake: string, problem: RegExp | null, call: string])[] = [
  ['none', null, "db.query<{ name: string }>('SELECT name FROM topic WHERE topic_id = $1', [id])"],
  [
    'a missing column',
    /its type has name/,
    "db.query<{ id: number; name: string }>('SELECT topic_id AS id FROM topic')",
  ],
  ['a column too many', /its rows have name/, "db.query<{ id: number }>('SELECT topic_id AS id, name FROM topic')"],
  ['a wrong name', /no_such|does not exist/, "db.query<{ id: number }>('SELECT no_such AS id FROM topic')"],
  ['a number read as text', /id is string/, "db.query<{ id: string }>('SELECT topic_id AS id FROM topic')"],
  ['int8 read as bigint', /id is bigint/, "db.query<{ id: bigint }>('SELECT audit_id AS id FROM audit')"],
  ['a time read as text', /at is string/, "db.query<{ at: string }>('SELECT at FROM audit')"],
  ['a time inside JSON', /JSON has no Date/, "db.query<{ after: { at: Date } | null }>('SELECT after FROM audit')"],
  ['numeric read as a number', /n is number/, "db.query<{ n: number }>('SELECT 1.5 AS n')"],
  ['a column that may be null', /reason may be null/, "db.query<{ reason: string }>('SELECT reason FROM audit')"],
  ['the same with a reason', null, "db.query<Kept>('SELECT reason FROM audit')"],
  [
    'null that the condition keeps out',
    null,
    "db.query<{ reason: string }>('SELECT reason FROM audit WHERE reason IS NOT NULL')",
  ],
  [
    'null through an outer join',
    /name may be null/,
    "db.query<{ name: string }>('SELECT t.name FROM audit a LEFT JOIN topic t ON t.name = a.target')",
  ],
  [
    'null through a subquery',
    /name may be null/,
    "db.query<{ name: string }>('WITH x AS (SELECT (SELECT name FROM topic LIMIT 1) AS name) SELECT name FROM x')",
  ],
  ['an aggregate of no row', /n may be null/, "db.query<{ n: number }>('SELECT max(topic_id) AS n FROM topic')"],
  ['a count', null, "db.query<{ n: number }>('SELECT count(*) AS n FROM topic')"],
  [
    'RETURNING a nullable column',
    /reason may be null/,
    "db.query<{ reason: string }>('DELETE FROM audit RETURNING reason')",
  ],
  [
    'a function that promises nothing',
    /seg may be null/,
    "db.query<{ seg: number }>(sql('SELECT segment_drop(p_now => null, p_retention_ms => $ms) AS seg', { ms: 1 }))",
  ],
  [
    'rows without a type',
    /rows are read and have no type/,
    "db.query('SELECT name FROM topic').then(({ rows }) => rows)",
  ],
  [
    'a value of another type',
    /\$1 is string, and the parameter int4/,
    "db.query('DELETE FROM topic WHERE topic_id = $1', [name])",
  ],
  ['an array for JSON', /\$1 is number\[\]/, "db.query('UPDATE audit SET after = $1', [[1, 2]])"],
  [
    'one value too few',
    /2 parameters and is given 1/,
    "db.query('DELETE FROM topic WHERE topic_id = $1 OR name = $2', [id])",
  ],
  [
    'several by position',
    /several parameters by position/,
    "db.query('DELETE FROM topic WHERE topic_id = $1 OR topic_id = $2', [id, id])",
  ],
  ['several by name', null, "db.query(sql('DELETE FROM topic WHERE topic_id = $id OR name = $name', { id, name }))"],
  [
    'a name without a value',
    /\$other has no value/,
    "db.query(sql('DELETE FROM topic WHERE topic_id = $id OR name = $other', { id, name }))",
  ],
  [
    'a value without a name',
    /its text has no \$name/,
    "db.query(sql('DELETE FROM topic WHERE topic_id = $id', { id, name }))",
  ],
  [
    'arguments by position',
    /calls group_restart with arguments by position/,
    "db.query(sql('SELECT group_restart($now, $id)', { now: null, id }))",
  ],
  [
    'an argument that the function has not',
    /does not exist/,
    "db.query(sql('SELECT group_restart(p_now => $now, p_id => $id)', { now: null, id }))",
  ],
  ['a text from data', /depends on data/, 'db.query(`DELETE FROM ${name}`)'],
  [
    'one of two texts',
    /its type has name/,
    "db.query<{ name: string }>(`SELECT ${id > 1 ? 'name' : 'topic_id'} FROM topic`)",
  ],
];

const directory = mkdtempSync(join(tmpdir(), 'statements-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await database.close();
});

test(
  'each mistake in a statement is found, and what is right passes',
  { tags: ['long'], timeout: 120_000 },
  async () => {
    const file = join(directory, 'planted.ts');
    const store = join(process.cwd(), 'lib', 'store');
    const lines = CALLS.map(([, , call]) => `void ${call};`);
    writeFileSync(
      file,
      [
        `import type { Queryable } from '${store}/queryable';`,
        `import { sql } from '${store}/sql';`,
        'interface Kept {',
        '  /** @neverNull only those */',
        '  reason: string;',
        '}',
        'export function planted(db: Queryable, id: number, name: string): void { void sql;',
        ...lines,
        '}',
      ].join('\n'),
    );
    const { checker, statements, unread } = await findStatements([file]);
    const client = await database.store.console.connect();
    try {
      const catalog = await readNullCatalog(client);
      const said = new Map<number, string[]>();
      const note = (place: string, problems: readonly string[]): void => {
        const line = Number(place.split(':').at(-1)) - 8;
        said.set(line, [...(said.get(line) ?? []), ...problems]);
      };
      for (const { place, problem } of unread) note(place, [problem]);
      for (const statement of statements)
        note(statement.place, await checkStatement(client, catalog, checker, statement));
      const wrong = CALLS.flatMap(([mistake, problem], line) => {
        const problems = said.get(line)?.join('; ') ?? '';
        const isRight = problem === null ? problems === '' : problem.test(problems);
        return isRight ? [] : [`${mistake}: ${problems === '' ? 'nothing was said' : problems}`];
      });
      expect(wrong).toEqual([]);
    } finally {
      client.release();
    }
  },
);
