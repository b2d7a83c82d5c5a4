import { readdirSync, readFileSync } from 'node:fs';

import type { Queryable } from '../../lib/store/queryable';
import { processTree } from '../../lib/testing/process-tree';

/** What must not grow: read every few seconds. */
export interface Sample {
  readonly atSeconds: number;
  readonly nodeMb: number;
  readonly databaseMb: number;
  readonly openFiles: number;
  readonly connections: number;
  readonly tablesMb: number;
  readonly deadRows: number;
}

export interface Watched {
  readonly nodes: readonly number[];
  readonly postgres: number;
  readonly db: Queryable;
}

const MB = 1024 * 1024;
const NONE = { bytes: 0, dead: 0, connections: 0 };

export async function takeSample({ nodes, postgres, db }: Watched, startedAtMs: number): Promise<Sample> {
  const { rows } = await db.query<{ bytes: number; dead: number; connections: number }>(
    `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes,
            (SELECT coalesce(sum(s.n_dead_tup), 0)::float8 FROM pg_stat_user_tables s) AS dead,
            (SELECT count(*)::int FROM pg_stat_activity a WHERE a.datname = current_database()
               AND a.application_name LIKE 'redrive-%') AS connections
       FROM pg_class c WHERE c.relkind IN ('r', 'm', 't') AND c.relnamespace = 'public'::regnamespace`,
  );
  const { bytes, dead, connections } = rows[0] ?? NONE;
  const pids = processTree(nodes).map(({ pid }) => pid);
  return {
    atSeconds: Math.round((performance.now() - startedAtMs) / 1000),
    nodeMb: sum(pids.map(ownMemoryOf)) / MB,
    databaseMb: sum(processTree([postgres]).map(({ pid }) => ownMemoryOf(pid))) / MB,
    openFiles: sum(pids.map(openFilesOf)),
    connections,
    tablesMb: bytes / MB,
    deadRows: dead,
  };
}

const sum = (values: readonly number[]): number => values.reduce((left, right) => left + right, 0);

/** Not what it shares with others, such as the buffers of the database. */
function ownMemoryOf(pid: number): number {
  try {
    return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function openFilesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
