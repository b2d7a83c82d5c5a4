import type { PoolClient } from 'pg';
import { keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import { LETTER_CHANGES, LETTER_LIMITS, type LetterJob, type LetterVerb } from '../../model/dead-letter/letter-change';
import { allowLong } from '../../store/allow-long';
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
import {
  auditJob,
  checkChanged,
  type JobRequest,
  newJob,
  progressOf,
  stepEach,
  stepWhileAwaited,
  withLeftOut,
} from '../set-job';
import { groupTransaction } from '../group-transaction';
import { checkFrozenLetters, checkReason } from './check-change';

export interface LetterJobRequest extends JobRequest<LetterVerb> {
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
  const { verb, groupId } = request;
  checkReason(request.reason);
  const startedAt = performance.now();
  const keepMs = await readKeepMs(ctx);
  const first = await groupTransaction(ctx.store.console, async (db) => {
    await allowLong(db);
    await redriveGroupLock(db, groupId);
    // It may have been deleted since the set was described.
    await ctx.groups.refresh(groupId);
    const { jobId } = await letterJobInsert(db, ctx.clock.nowOrNull(), {
      ...newJob(request),
      aheadMs: request.aheadMs ?? null,
      until: request.until ?? null,
    });
    const matched = await request.freeze(db, jobId);
    checkFrozenLetters(verb, matched, request.reason);
    const done = await doPart(ctx, db, await letterJobLock(db, jobId), keepMs);
    if (done === null) throw new Error(`request ${jobId} was taken by another process`);
    checkChanged(done);
    await audit(db, done, { selection: request.selection });
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
      if (done !== null && done.finishedAt !== null) await audit(db, done, {});
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
  const seen = tally.reduce((sum, { count }) => sum + count, 0);
  const gone = {
    why: job.verb === 'restore' ? 'gone for good' : 'no longer a dead letter',
    count: (ids?.length ?? 0) - seen,
  };
  return await letterJobNote(db, now, job.jobId, changed, withLeftOut(job.excluded, [...tally, gone]));
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

async function audit(db: PoolClient, job: LetterJobRow, after: Readonly<Record<string, unknown>>): Promise<void> {
  const { verb, until } = job;
  await auditJob(db, LETTER_CHANGES[verb].audit, job, { ...after, ...(until === null ? {} : { until }) });
}

function announce(ctx: BrokerContext, { group, verb, changed }: LetterJobRow): void {
  if (changed === 0) return;
  ctx.changes.emit({ kind: 'dead-letter', group });
  if (verb === 'discard' || verb === 'restore') ctx.changes.emit({ kind: 'message', group });
}

export function toJob(job: LetterJobRow): LetterJob {
  const { jobId, verb, until } = job;
  return { jobId, verb, ...progressOf(job), until };
}
