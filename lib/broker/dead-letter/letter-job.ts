import type { PoolClient } from 'pg';
import type { Actor } from '../../model/actor';
import { keepMsOf } from '../../model/dead-letter-retention';
import {
  LETTER_CHANGES,
  LETTER_LIMITS,
  type LeftOut,
  type LetterJob,
  type LetterVerb,
} from '../../model/letter-change';
import { allowLong } from '../../store/allow-long';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { letterDiscard, letterRestore } from '../../store/queries/dead-letter/letter-discard';
import { letterEdit, type LetterTally } from '../../store/queries/dead-letter/letter-edit';
import {
  letterJobInsert,
  letterJobLock,
  letterJobNote,
  letterJobRead,
  type LetterJobRow,
  letterJobsOpen,
  letterJobTake,
} from '../../store/queries/dead-letter/letter-job';
import { redriveGroupLock } from '../../store/queries/redrive/redrive-insert';
import { deadLetterAppend } from '../../store/queries/topic/dead-letter-topic';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { stepEach, stepWhileAwaited } from '../set-job';
import { groupTransaction } from '../group-transaction';
import { checkChanged, checkFrozenLetters, checkReason } from './check-change';

export interface LetterJobRequest {
  readonly verb: LetterVerb;
  readonly groupId: number;
  /** For people to read later: the set itself is in the rows. */
  readonly selection: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly actor: Actor;
  /** How far ahead `until` is. */
  readonly aheadMs?: number | undefined;
  readonly until?: Date | undefined;
  /** Writes down the set. @returns how many */
  readonly freeze: (db: PoolClient, jobId: number) => Promise<number>;
}

/**
 * Carries out a request about many dead letters: the set is frozen and its first part is done in one transaction with
 * the audit row, the others follow in transactions of their own. A large set is not done when this returns.
 * @throws BrokerError bad-request, not-found (nothing matches), conflict (nothing is in the state for it),
 *   busy (another change has the group locked)
 */
export async function runLetterJob(ctx: BrokerContext, request: LetterJobRequest): Promise<LetterJob> {
  const { verb, groupId, actor } = request;
  checkReason(request.reason);
  const startedAt = performance.now();
  const keepMs = await readKeepMs(ctx);
  const first = await groupTransaction(ctx.store.console, async (db) => {
    await allowLong(db);
    await redriveGroupLock(db, groupId);
    // It may have been deleted since the set was described.
    await ctx.groups.refresh(groupId);
    const { jobId } = await letterJobInsert(db, ctx.clock.nowOrNull(), {
      groupId,
      verb,
      selection: request.selection,
      reason: request.reason.trim(),
      actorKind: actor.kind,
      actor: actor.name,
      actorAddress: actor.address ?? null,
      aheadMs: request.aheadMs ?? null,
      until: request.until ?? null,
    });
    const matched = await request.freeze(db, jobId);
    checkFrozenLetters(verb, matched, request.reason);
    const done = await doPart(ctx, db, await letterJobLock(db, jobId), keepMs);
    if (done === null) throw new Error(`request ${jobId} was taken by another process`);
    const after = { selection: request.selection };
    if (done.finishedAt === null) {
      await audit(db, done, after, { matched });
    } else {
      checkChanged(done);
      await auditEnd(db, done, after);
    }
    return done;
  });
  announce(ctx, first);
  const job = await stepWhileAwaited(first, startedAt, (jobId) => stepLetterJob(ctx, jobId));
  return toJob((await letterJobRead(ctx.store.console, job.jobId)) ?? job);
}

/** What is left of requests that were too large to wait for. @returns whether there may be more */
export async function stepLetterJobs(ctx: BrokerContext): Promise<boolean> {
  return stepEach(await letterJobsOpen(ctx.store.console), (jobId) => stepLetterJob(ctx, jobId));
}

async function stepLetterJob(ctx: BrokerContext, jobId: number): Promise<LetterJobRow | null> {
  const keepMs = await readKeepMs(ctx);
  const job = await retryRolledBack(() =>
    withTransaction(ctx.store.console, async (db) => {
      const locked = await letterJobLock(db, jobId);
      if (locked !== null) await redriveGroupLock(db, locked.groupId);
      const done = await doPart(ctx, db, locked, keepMs);
      if (done !== null && done.finishedAt !== null) await auditEnd(db, done, {});
      return done;
    }),
  );
  if (job !== null) announce(ctx, job);
  return job;
}

async function doPart(
  ctx: BrokerContext,
  db: PoolClient,
  job: LetterJobRow | null,
  keepMs: number | null,
): Promise<LetterJobRow | null> {
  if (job === null) return null;
  const now = ctx.clock.nowOrNull();
  const ids = await letterJobTake(db, job.jobId);
  const tally = ids === null ? [] : await change(ctx, db, job, ids, keepMs);
  const changed = tally.find(({ why }) => why === null)?.count ?? 0;
  const excluded = { ...job.excluded };
  const seen = tally.reduce((sum, { count }) => sum + count, 0);
  const gone = {
    why: job.verb === 'restore' ? 'gone for good' : 'no dead letter any more',
    count: (ids?.length ?? 0) - seen,
  };
  for (const { why, count } of [...tally, gone])
    if (why !== null && count > 0) excluded[why] = (excluded[why] ?? 0) + count;
  return await letterJobNote(db, now, job.jobId, changed, excluded);
}

async function change(
  ctx: BrokerContext,
  db: PoolClient,
  { jobId, groupId, verb, actor, reason, until }: LetterJobRow,
  ids: readonly number[],
  keepMs: number | null,
): Promise<readonly LetterTally[]> {
  const now = ctx.clock.nowOrNull();
  const graceMs = LETTER_LIMITS.keptMs;
  if (verb === 'discard') {
    const leastMs = LETTER_LIMITS.restoreLeastMs;
    return await letterDiscard(db, now, { jobId, groupId, ids, keepMs, until, leastMs });
  }
  if (verb !== 'restore')
    return await letterEdit(db, now, verb, { groupId, ids, actor, reason, keepMs, until, graceMs });
  const restored = await letterRestore(db, now, { groupId, ids, keepMs, graceMs });
  await deadLetterAppend(db, now, groupId, restored.find((row) => row.why === null)?.ids ?? []);
  return restored;
}

async function readKeepMs(ctx: BrokerContext): Promise<number | null> {
  return keepMsOf((await ctx.settings.refresh('dead-letter-retention')).value);
}

/** The end of a request, with what it did. */
async function auditEnd(db: PoolClient, job: LetterJobRow, after: Readonly<Record<string, unknown>>): Promise<void> {
  const excluded = excludedOf(job).reduce((sum, { count }) => sum + count, 0);
  await audit(db, job, { ...after, finished: true }, { matched: job.matched, changed: job.changed, excluded });
}

async function audit(
  db: PoolClient,
  job: LetterJobRow,
  after: Readonly<Record<string, unknown>>,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  await appendAudit(db, {
    actor: { kind: job.actorKind, name: job.actor, address: job.actorAddress ?? undefined },
    action: LETTER_CHANGES[job.verb].audit,
    target: job.group,
    reason: job.reason,
    after: { request: job.jobId, ...after, ...(job.until === null ? {} : { until: job.until }) },
    counts,
  });
}

function announce(ctx: BrokerContext, { group, verb, changed }: LetterJobRow): void {
  if (changed === 0) return;
  ctx.changes.emit({ kind: 'dead-letter', group });
  if (verb === 'discard' || verb === 'restore') ctx.changes.emit({ kind: 'message', group });
}

export function toJob(job: LetterJobRow): LetterJob {
  const excluded = excludedOf(job);
  const left = job.matched - job.changed - excluded.reduce((sum, { count }) => sum + count, 0);
  return {
    jobId: job.jobId,
    verb: job.verb,
    matched: job.matched,
    changed: job.changed,
    excluded,
    left,
    until: job.until,
  };
}

function excludedOf({ excluded }: LetterJobRow): LeftOut[] {
  return Object.entries(excluded)
    .map(([why, count]) => ({ why, count }))
    .toSorted((a, b) => b.count - a.count || a.why.localeCompare(b.why));
}
