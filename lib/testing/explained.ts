import type { QueryConfig, QueryResult } from 'pg';

import type { Queryable } from '../store/queryable';

interface Plan {
  /** Time that the database took, the best of three. */
  readonly ms: number;
  readonly text: string;
}

/** The plan of the one statement that `run` makes, as PostgreSQL carried it out. No clock for each row: that is half of the time. */
export async function explained(db: Queryable, run: (db: Queryable) => Promise<unknown>): Promise<Plan> {
  let statement: QueryConfig | undefined;
  const spy = {
    query: (text: string | QueryConfig, values?: unknown[]): Promise<QueryResult> => {
      statement = typeof text === 'string' ? { text, values: values ?? [] } : text;
      return db.query(text, values);
    },
  };
  await run(spy);
  if (statement === undefined) throw new Error('nothing was asked');
  const { text, values = [] } = statement;
  const plans: Plan[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    plans.push({ ms: Number(/Execution Time: ([\d.]+) ms/.exec(plan)?.[1]), text: plan });
  }
  return plans.toSorted((one, other) => one.ms - other.ms)[0] ?? { ms: Number.NaN, text: '' };
}
