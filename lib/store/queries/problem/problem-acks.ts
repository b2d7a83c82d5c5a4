import type { Tier } from '../../../model/problem/problem';
import type { Acked } from '../../../model/problem/acknowledged';
import type { Metadata } from '../../metadata';

const OF_CLUSTERS = '/c/';

/** Before the key of a problem of an attached cluster: no key begins so. */
export function ackPrefix(workspace: string | null): string {
  return workspace === null ? '' : `${OF_CLUSTERS}${workspace} `;
}

/** Acknowledgements of a workspace that are not over at `now`. */
export async function problemAcks(db: Metadata, now: Date, workspace: string | null): Promise<Acked[]> {
  const prefix = ackPrefix(workspace);
  const rows = await db.problemAck.findMany({ where: { until: { gt: now } } });
  const own = rows.filter(({ problem }) =>
    workspace === null ? !problem.startsWith(OF_CLUSTERS) : problem.startsWith(prefix),
  );
  return own.map(({ ackedBy, ackedAt, until, problem, ...rest }) => ({
    ...{ ...rest, problem: problem.slice(prefix.length) },
    by: ackedBy,
    at: ackedAt.toISOString(),
    until: until.toISOString(),
  }));
}

export interface AckRow {
  readonly problem: string;
  readonly tier: Tier;
  readonly weight: number;
  readonly ackedBy: string;
  readonly ackedAt: Date;
  readonly until: Date;
  readonly note: string;
}

/** In place of the one before it; what is over goes. */
export async function problemAckSet(db: Metadata, row: AckRow): Promise<void> {
  await db.problemAck.deleteMany({ where: { until: { lte: row.ackedAt } } });
  await db.problemAck.upsert({ where: { problem: row.problem }, create: row, update: row });
}

/** Null: no operator had it. */
export async function problemAckRemove(db: Metadata, problem: string): Promise<{ readonly ackedBy: string } | null> {
  const had = await db.problemAck.findUnique({ where: { problem }, select: { ackedBy: true } });
  if (had === null) return null;
  const { count } = await db.problemAck.deleteMany({ where: { problem } });
  return count === 0 ? null : had;
}
