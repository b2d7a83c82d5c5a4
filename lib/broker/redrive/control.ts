import type { PoolClient } from 'pg';
import type { Actor } from '../../model/audit/actor';
import { GIVEN_BACK_MS, keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { redriveName, type RedriveState } from '../../model/redrive/redrive';
import { RUN_MOVES, type RunMove, whyNotMove } from '../../model/redrive/redrive-rule';
import { allowLong } from '../../store/allow-long';
import { appendAudit } from '../../store/queries/audit/audit-append';
import {
  redriveLeave,
  redriveLock,
  type RedriveLock,
  redriveMove,
  redriveRecall,
} from '../../store/queries/redrive/redrive-control';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';

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

export interface RecalledRedrive {
  readonly redriveId: number;
  /** Released, not fetched by any client, and dead letters again. */
  readonly recalled: number;
  /** Never released, and never will be. */
  readonly left: number;
}

/** What an engine does with messages that a cancelled run did not release: dead letters, for others to choose. */
type LeaveRest = (db: PoolClient, redriveId: number) => Promise<number>;

/** Nothing more is released until it is resumed. @throws BrokerError not-found, conflict */
export function pauseRedrive(ctx: BrokerContext, input: ControlRedriveInput): Promise<ControlledRedrive> {
  return control(ctx, input, 'pause');
}

/**
 * A paused one goes on where it was. One that its rule stopped begins a new round, with a reason: another canary, and
 * only deliveries from now on count. @throws BrokerError bad-request, not-found, conflict
 */
export function resumeRedrive(ctx: BrokerContext, input: ControlRedriveInput): Promise<ControlledRedrive> {
  return control(ctx, input, 'resume');
}

/**
 * Ends the releasing for good. What was not released stays a dead letter; what was released stays with the group.
 * @param leave of a cluster
 * @returns how many were left as dead letters now
 * @throws BrokerError not-found, conflict
 */
export async function cancelRedrive(
  ctx: BrokerContext,
  input: ControlRedriveInput,
  leave?: LeaveRest,
): Promise<ControlledRedrive & { readonly left: number }> {
  const { left = 0, ...cancelled } = await control(ctx, input, 'cancel', leave ?? (await leaveInBroker(ctx)));
  return { ...cancelled, left };
}

/**
 * Takes back what no client has fetched: ends the releasing, and what was released and not fetched is a dead letter
 * again, in one transaction. What a client has fetched cannot be recalled. @throws BrokerError not-found
 */
export async function recallRedrive(ctx: BrokerContext, input: ControlRedriveInput): Promise<RecalledRedrive> {
  const { redriveId, actor, reason } = input;
  const leave = await leaveInBroker(ctx);
  const { counts, group } = await change(ctx, input, async (db, job) => {
    const now = ctx.clock.nowOrNull();
    const isOpen = whyNotMove(job.state, 'cancel') === null;
    if (isOpen) await redriveMove(db, now, redriveId, 'cancel');
    const left = isOpen ? await leave(db, redriveId) : 0;
    const recalled = await redriveRecall(db, now, redriveId);
    const counts = { recalled, left };
    if (recalled + left > 0)
      await appendAudit(db, { actor, action: 'redrive.recall', target: redriveName(redriveId), reason, counts });
    return { counts, group: job.group };
  });
  if (counts.recalled > 0) {
    ctx.changes.emit({ kind: 'dead-letter', group });
    ctx.changes.emit({ kind: 'message', group });
  }
  return { redriveId, ...counts };
}

/** What an operator does to a run of either engine, with its audit row. A second click changes nothing. */
function control(
  ctx: BrokerContext,
  input: ControlRedriveInput,
  move: Exclude<RunMove, 'stop'>,
  leave?: LeaveRest,
): Promise<ControlledRedrive & { readonly left?: number }> {
  const { redriveId, actor, reason } = input;
  const { to } = RUN_MOVES[move];
  return change(ctx, input, async (db, { state }) => {
    if (state === to) return { redriveId, state: to, changed: false };
    if (whyNotMove(state, move) !== null)
      throw new BrokerError(
        'conflict',
        told(
          `{redrive} was changed meanwhile: {state, select, completed {all of its messages are released}
          cancelled {it was cancelled} stopped {it was stopped} paused {it is paused} other {it is running}}. Reload the page.`,
          { redrive: redriveName(redriveId), state },
        ),
        {
          field: 'state',
          value: state,
        },
      );
    if (state === 'stopped' && move === 'resume') requireReason(reason);
    const phase = await redriveMove(db, ctx.clock.nowOrNull(), redriveId, move);
    const counts = leave && { left: await leave(db, redriveId) };
    await appendAudit(db, {
      ...{ actor, action: `redrive.${move}`, target: redriveName(redriveId), reason, counts },
      ...{ before: { state }, after: { state: to, ...(move === 'resume' && { phase }) } },
    });
    return { redriveId, state: to, changed: true, ...counts };
  });
}

/** Its rule stopped it: the operator who resumes it says why that is right. @throws BrokerError bad-request */
function requireReason(reason = ''): void {
  if (reason.trim() === '')
    throw new BrokerError('bad-request', told('A reason is required because a stop rule stopped this re-drive.'), {
      field: 'reason',
      limit: 'at least 1 character after a stop',
      value: '',
    });
}

/** What would be removed soon is kept for a while. */
async function leaveInBroker(ctx: BrokerContext): Promise<LeaveRest> {
  const { value } = await ctx.settings.refresh('dead-letter-retention');
  const kept = { retentionMs: keepMsOf(value), keepMs: GIVEN_BACK_MS };
  return (db, redriveId) => redriveLeave(db, ctx.clock.nowOrNull(), redriveId, kept);
}

/** Runs `work` with the re-drive locked, then notifies the pages. @throws BrokerError not-found */
async function change<T>(
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
        throw new BrokerError(
          'not-found',
          told('Re-drive {redrive} does not exist.', { redrive: redriveName(input.redriveId) }),
          {
            field: 'redriveId',
            value: input.redriveId,
          },
        );
      group = job.group;
      return await work(db, job);
    }),
  );
  ctx.changes.emit({ kind: 'redrive', group, redriveId: String(input.redriveId) });
  return result;
}
