import type { QueryConfig, QueryResult } from 'pg';

import type { Queryable } from '../store/queryable';
import { workedMs } from './worked-ms';

export interface Plan {
  /** Time that the database worked on it, the best of five. Waiting for a processor that others use is not in it. */
  readonly ms: number;
  readonly text: string;
}

/** One connection of a pool, so that the work of its process can be read; what is none is used as it is. */
interface Connected extends Queryable {
  connect?: () => Promise<Queryable & { release(): void }>;
}

/** The plan of the one statement that `run` makes, as PostgreSQL carried it out. No clock for each row: that is half of the time. */
export async function explained(db: Queryable, run: (db: Queryable) => Promise<unknown>): Promise<Plan> {
  let statement: QueryConfig | undefined;
  const spy = {
    query: (text: string | QueryConfig, values?: unknown[]): Promise<QueryResult> => {
      statement = typeof text === 'string' ? { text, values: values ?? [] } : text;
      return own.query(text, values);
    },
  };
  const connection = await (db as Connected).connect?.();
  const own = connection ?? db;
  try {
    // What is judged is work; a busy machine may take long for it.
    if (connection !== undefined) await own.query("SET statement_timeout = '60s'");
    await run(spy);
    if (statement === undefined) throw new Error('nothing was asked');
    const plan = await explain(own, statement);
    if (connection !== undefined) await own.query('RESET statement_timeout');
    return plan;
  } finally {
    connection?.release();
  }
}

async function explain(db: Queryable, { text, values = [] }: QueryConfig): Promise<Plan> {
  const { rows: own } = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = own[0]?.pid ?? 0;
  const plans: Plan[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const before = workedMs(pid);
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const tookMs = Number(/Execution Time: ([\d.]+) ms/.exec(plan)?.[1]);
    const after = workedMs(pid);
    // helpers of a statement are processes of their own
    const isAlone = before !== null && after !== null && !plan.includes('Workers Launched');
    plans.push({ ms: isAlone ? Math.min(tookMs, after - before) : tookMs, text: plan });
  }
  return plans.toSorted((one, other) => one.ms - other.ms)[0] ?? { ms: Number.NaN, text: '' };
}
