import type { PoolClient } from 'pg';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { RETRY_CHANGE_LIMITS, RETRY_CHANGES, type RetryJob, type RetryVerb } from '../../model/delivery/retry-change';
import { allowLong } from '../../store/allow-long';
import {
  retryChange,
  retryJobInsert,
  retryJobLock,
  retryJobNote,
  retryJobRead,
  type RetryJobRow,
  retryJobsOpen,
  retryJobTake,
} from '../../store/queries/retry/retry-job';
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
import { checkReason } from '../dead-letter/check-change';

export interface RetryJobRequest extends JobRequest<RetryVerb> {
  /** Writes down the set. */
  readonly freeze: (db: PoolClient, jobId: number) => Promise<Frozen>;
}

export interface Frozen {
  readonly matched: number;
  /** For the audit log, beside the request. */
  readonly told?: Readonly<Record<string, unknown>>;
}

/** A part, and the queues of what it sent to the dead letters. */
interface Done {
  readonly job: RetryJobRow;
  readonly dead: readonly number[];
}

/**
 * Carries out a request about waiting messages: it is decided, its set is frozen and its first part is done in one
 * transaction with the audit row, the others follow in transactions of their own. A large set is not done when this
 * returns.
 * @throws BrokerError bad-request, not-found (nothing matches), conflict (nothing is in the state for it)
 */
export async function runRetryJob(
  ctx: BrokerContext,
  decide: (db: PoolClient) => RetryJobRequest | Promise<RetryJobRequest>,
): Promise<RetryJob> {
  const startedAt = performance.now();
  const first = await retryRolledBack(() =>
    withTransaction(ctx.store.console, async (db) => {
      await allowLong(db);
      const request = await decide(db);
      checkReason(request.reason);
      const jobId = await retryJobInsert(db, ctx.clock.nowOrNull(), newJob(request));
      const { matched, told } = await request.freeze(db, jobId);
      checkMatched(matched, request.reason);
      const done = await doPart(ctx, db, await retryJobLock(db, jobId));
      if (done === null) throw new Error(`request ${jobId} was taken by another process`);
      checkChanged(done.job);
      await audit(db, done.job, { ...request.selection, ...told });
      return done;
    }),
  );
  await announce(ctx, first);
  const job = await stepWhileAwaited(first.job, startedAt, (jobId) => stepRetryJob(ctx, jobId));
  const now = (await retryJobRead(ctx.store.console, job.jobId)) ?? job;
  return { jobId: now.jobId, verb: now.verb, ...progressOf(now) };
}

/** What is left of requests that were too large to wait for. @returns whether there may be more */
export async function stepRetryJobs(ctx: BrokerContext): Promise<boolean> {
  return stepEach(await retryJobsOpen(ctx.store.console), (jobId) => stepRetryJob(ctx, jobId));
}

async function stepRetryJob(ctx: BrokerContext, jobId: number): Promise<RetryJobRow | null> {
  const done = await retryRolledBack(() =>
    withTransaction(ctx.store.console, async (db) => {
      const part = await doPart(ctx, db, await retryJobLock(db, jobId));
      if (part !== null && part.job.finishedAt !== null) await audit(db, part.job, {});
      return part;
    }),
  );
  if (done !== null) await announce(ctx, done);
  return done?.job ?? null;
}

async function doPart(ctx: BrokerContext, db: PoolClient, job: RetryJobRow | null): Promise<Done | null> {
  if (job === null) return null;
  const now = ctx.clock.nowOrNull();
  const part = await retryJobTake(db, job.jobId);
  const tally = part === null ? [] : await retryChange(db, now, job, part);
  const changed = tally.filter(({ why }) => why === null);
  const excluded = withLeftOut(
    job.excluded,
    tally.map(({ why, messages: count }) => ({ why, count })),
  );
  const noted = await retryJobNote(
    db,
    now,
    job.jobId,
    changed.reduce((sum, { messages }) => sum + messages, 0),
    excluded,
  );
  if (noted === null) return null;
  const dead = changed.flatMap(({ queueId, messages }) => Array.from({ length: messages }, () => queueId));
  return { job: noted, dead: job.verb === 'bury' ? dead : [] };
}

async function audit(db: PoolClient, job: RetryJobRow, selection: Readonly<Record<string, unknown>>): Promise<void> {
  await auditJob(db, RETRY_CHANGES[job.verb].audit, job, selection);
}

/** What follows the commit: clients look again, pages read again, deaths are counted. */
async function announce(ctx: BrokerContext, { job, dead }: Done): Promise<void> {
  if (job.changed === 0) return;
  const { group, groupId } = job;
  await ctx.deaths.report(groupId, dead);
  ctx.wakeups.group(groupId);
  ctx.changes.emit({ kind: 'message', group });
  if (dead.length > 0) ctx.changes.emit({ kind: 'dead-letter', group });
}

/** @throws BrokerError not-found (nothing matches), bad-request (a reason is needed) */
function checkMatched(matched: number, reason: string): void {
  if (matched === 0) {
    throw new BrokerError('not-found', told('No waiting message matches. Nothing was changed.'), {
      field: 'selection',
      limit: 'at least 1',
      value: 0,
    });
  }
  const { reasonFrom } = RETRY_CHANGE_LIMITS;
  if (matched < reasonFrom || reason.trim() !== '') return;
  throw new BrokerError(
    'bad-request',
    told('A reason is required for {reasonFrom} or more messages ({matched} match).', { reasonFrom, matched }),
    {
      field: 'reason',
      limit: `at least 1 character for ${reasonFrom} or more`,
      value: '',
    },
  );
}
