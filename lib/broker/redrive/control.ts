import type { PoolClient } from 'pg';
import type { Actor } from '../../model/actor';
import { BrokerError } from '../../model/errors';
import type { RedriveState } from '../../model/redrive';
import { allowLong } from '../../store/allow-long';
import { appendAudit } from '../../store/queries/audit/audit-append';
import {
  redriveCancel,
  redriveGoOn,
  redriveLock,
  type RedriveLock,
  redriveNewRound,
  redrivePause,
} from '../../store/queries/redrive/redrive-control';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { returnedLetters } from './returned-letters';
import { redriveName } from './name';

export interface ControlRedriveInput {
  readonly redriveId: number;
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

export interface ControlledRedrive {
  readonly redriveId: number;
  readonly state: RedriveState;
  /** False: it was in that state already; a second click changes nothing. */
  readonly changed: boolean;
}

/** Nothing more is released until it is resumed. @throws BrokerError not-found, conflict */
export async function pauseRedrive(ctx: BrokerContext, input: ControlRedriveInput): Promise<ControlledRedrive> {
  const { changed } = await change(ctx, input, async (db, job) => {
    if (job.state === 'paused') return { changed: false };
    if (!(await redrivePause(db, job.redriveId))) throw over(job, 'pause');
    await auditSwitch(db, input, job, 'pause', { state: 'paused' });
    return { changed: true };
  });
  return { redriveId: input.redriveId, state: 'paused', changed };
}

/**
 * A paused one goes on where it was. One that its rule stopped begins a new round, with a reason: another canary, and
 * only deliveries from now on count. @throws BrokerError bad-request, not-found, conflict
 */
export async function resumeRedrive(ctx: BrokerContext, input: ControlRedriveInput): Promise<ControlledRedrive> {
  const { changed } = await change(ctx, input, async (db, job) => {
    if (job.state === 'running') return { changed: false };
    if (job.state !== 'paused' && job.state !== 'stopped') throw over(job, 'resume');
    if (job.state === 'stopped') requireReason(input.reason);
    const now = ctx.clock.nowOrNull();
    const phase = await (job.state === 'paused' ? redriveGoOn : redriveNewRound)(db, now, job.redriveId);
    await auditSwitch(db, input, job, 'resume', { state: 'running', phase });
    return { changed: true };
  });
  return { redriveId: input.redriveId, state: 'running', changed };
}

/** Its rule stopped it: who goes on says why that is right. @throws BrokerError bad-request */
function requireReason(reason = ''): void {
  if (reason.trim() === '')
    throw new BrokerError('bad-request', 'reason is needed: its rule stopped this re-drive.', {
      field: 'reason',
      limit: 'at least 1 character after a stop',
      value: '',
    });
}

async function auditSwitch(
  db: PoolClient,
  { actor, reason }: ControlRedriveInput,
  { redriveId, state }: RedriveLock,
  verb: string,
  after: object,
): Promise<void> {
  await appendAudit(db, {
    actor,
    action: `redrive.${verb}`,
    target: redriveName(redriveId),
    reason,
    before: { state },
    after,
  });
}

/**
 * Ends the releasing for good. What was not released stays a dead letter; what was released stays with the group.
 * @returns how many were left as dead letters now
 * @throws BrokerError not-found, conflict
 */
export async function cancelRedrive(
  ctx: BrokerContext,
  input: ControlRedriveInput,
): Promise<ControlledRedrive & { readonly left: number }> {
  const kept = await returnedLetters(ctx);
  const { changed, left } = await change(ctx, input, async (db, job) => {
    if (job.state === 'cancelled') return { changed: false, left: 0 };
    if (job.state === 'completed') throw over(job, 'cancel');
    const left = await redriveCancel(db, ctx.clock.nowOrNull(), job.redriveId, kept);
    await appendAudit(db, {
      actor: input.actor,
      action: 'redrive.cancel',
      target: redriveName(job.redriveId),
      reason: input.reason,
      before: { state: job.state },
      after: { state: 'cancelled' },
      counts: { left },
    });
    return { changed: true, left };
  });
  return { redriveId: input.redriveId, state: 'cancelled', changed, left };
}

/** Runs `work` with the re-drive locked, then notifies the pages. @throws BrokerError not-found */
export async function change<T>(
  ctx: BrokerContext,
  input: ControlRedriveInput,
  work: (db: PoolClient, job: RedriveLock) => Promise<T>,
): Promise<T> {
  let group = '';
  const result = await retryRolledBack(() =>
    withTransaction(ctx.store.console, async (db) => {
      await allowLong(db);
      const job = await redriveLock(db, input.redriveId);
      if (job === null)
        throw new BrokerError('not-found', `Re-drive ${redriveName(input.redriveId)} does not exist.`, {
          field: 'redriveId',
          value: input.redriveId,
        });
      group = job.group;
      return await work(db, job);
    }),
  );
  ctx.changes.emit({ kind: 'redrive', group, redriveId: String(input.redriveId) });
  return result;
}

export function over({ redriveId, state }: Pick<RedriveLock, 'redriveId' | 'state'>, verb: string): BrokerError {
  const why = state === 'completed' ? 'everything is released already' : `it is ${state}`;
  return new BrokerError('conflict', `${redriveName(redriveId)} cannot ${verb}: ${why}.`, {
    field: 'state',
    value: state,
  });
}
