import type { Actor } from '../model/audit/actor';
import { BrokerError } from '../model/errors';
import { told } from '../model/language/t';
import type { LeftOut } from '../model/dead-letter/letter-change';
import { appendAudit } from '../store/queries/audit/audit-append';
import type { Queryable } from '../store/queryable';
import { toldWhyLeft } from '../model/dead-letter/letter-change';

/** The caller waits for so long; what is left then is done by a worker. */
const INLINE_MS = 2000;

interface Job {
  readonly jobId: number;
  readonly finishedAt: Date | null;
}

/** A request about many, as it is stored. */
interface StoredJob extends Job {
  readonly group: string;
  readonly actorKind: Actor['kind'];
  readonly actor: string;
  readonly actorAddress: string | null;
  readonly reason: string;
  readonly matched: number;
  readonly changed: number;
  readonly excluded: Readonly<Record<string, number>>;
}

export interface JobRequest<Verb> {
  readonly verb: Verb;
  readonly groupId: number;
  /** For people to read later: the set itself is in the rows. */
  readonly selection: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly actor: Actor;
}

export function newJob<Verb>({ verb, groupId, selection, reason, actor: { kind, name, address } }: JobRequest<Verb>) {
  const by = { actorKind: kind, actor: name, actorAddress: address ?? null };
  return { groupId, verb, selection, reason: reason.trim(), ...by };
}

/** One part of a request, whole or not at all. Null: it is finished, or another process is at it. */
type Step<J extends Job> = (jobId: number) => Promise<J | null>;

/** Goes on with a request while the caller waits. */
export async function stepWhileAwaited<J extends Job>(first: J, startedAt: number, step: Step<J>): Promise<J> {
  let job = first;
  while (job.finishedAt === null && performance.now() - startedAt < INLINE_MS) {
    const next = await step(job.jobId);
    // another process goes on with it
    if (next === null) break;
    job = next;
  }
  return job;
}

/** One part of each request that was too large to wait for. @returns whether there may be more */
export async function stepEach<J extends Job>(open: readonly number[], step: Step<J>): Promise<boolean> {
  let more = false;
  for (const jobId of open) {
    const job = await step(jobId);
    more ||= job !== null && job.finishedAt === null;
  }
  return more;
}

/** With what a part has left as it is. */
export function withLeftOut(
  before: Readonly<Record<string, number>>,
  part: readonly { readonly why: string | null; readonly count: number }[],
): Record<string, number> {
  const excluded = { ...before };
  for (const { why, count } of part) if (why !== null && count > 0) excluded[why] = (excluded[why] ?? 0) + count;
  return excluded;
}

/** How far a request is: what it leaves as it is, most first, and how many are still to be done. */
export function progressOf({ matched, changed, excluded: counts }: StoredJob) {
  const excluded: readonly LeftOut[] = Object.entries(counts)
    .map(([why, count]) => ({ why, count }))
    .toSorted((a, b) => b.count - a.count || a.why.localeCompare(b.why));
  return { matched, changed, excluded, left: matched - changed - sumOf(excluded) };
}

function sumOf(excluded: readonly LeftOut[]): number {
  return excluded.reduce((sum, { count }) => sum + count, 0);
}

/** A large request has a row when it begins and one when it ends. */
export async function auditJob(
  db: Queryable,
  action: string,
  job: StoredJob,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { matched, changed, excluded } = progressOf(job);
  const isOver = job.finishedAt !== null;
  await appendAudit(db, {
    actor: { kind: job.actorKind, name: job.actor, address: job.actorAddress ?? undefined },
    ...{ action, target: job.group, reason: job.reason },
    after: { request: job.jobId, ...after, ...(isOver ? { finished: true } : {}) },
    counts: isOver ? { matched, changed, excluded: sumOf(excluded) } : { matched },
  });
}

/** A request that is over and changed nothing is refused, and leaves no row. @throws BrokerError conflict */
export function checkChanged(job: StoredJob): void {
  if (job.finishedAt === null || job.changed > 0) return;
  const why = progressOf(job).excluded.map(({ why: left, count }) =>
    told('{why} ({count, number})', { why: toldWhyLeft(left), count }),
  );
  throw new BrokerError('conflict', told('Nothing was changed: {why}.', { why }), {
    ...{ field: 'selection', limit: 'at least 1', value: 0 },
  });
}
