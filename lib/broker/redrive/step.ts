import { reasonOfError } from '../../model/errors';
import type { PoolClient } from 'pg';
import type { RunStop } from '../../model/redrive/redrive-rule';
import { redriveEvidence } from '../../store/queries/redrive/redrive-evidence';
import { redriveFailed, redriveRecovered } from '../../store/queries/redrive/redrive-failing';
import {
  redriveRunning,
  redriveStep,
  type RedriveStepped,
  type RunningRedrive,
} from '../../store/queries/redrive/redrive-step';
import type { Queryable } from '../../store/queryable';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { advanceRun } from './advance';
import { sendToTarget } from './target';

/** Small transactions: each holds row locks of an ordered group's queues. */
const MOST_PER_TRANSACTION = 200;
const TRANSACTIONS_PER_PASS = 5;

/**
 * Releases what running re-drives may release now, and stops those whose rule says so. Safe to run in any number of
 * processes: one works on a re-drive at a time, and rate, progress and what was decided are in the rows.
 * @returns messages put back to their groups
 */
export async function stepRedrives(ctx: BrokerContext): Promise<number> {
  return await stepThese(ctx, await runningRedrives(ctx));
}

export async function stepThese(ctx: BrokerContext, running: readonly RunningRedrive[]): Promise<number> {
  let moved = 0;
  for (const run of running) moved += await stepOne(ctx, run).catch((error: unknown) => noteFailure(ctx, run, error));
  return moved;
}

export function runningRedrives(ctx: BrokerContext): Promise<RunningRedrive[]> {
  return redriveRunning(ctx.store.broker, ctx.clock.nowOrNull());
}

/**
 * What fails is tried again, and its page says so; the re-drives after it have their turn. @throws when that cannot be
 * noted either: then it is the database, and nothing goes on
 */
async function noteFailure(ctx: BrokerContext, { redriveId, groupId }: RunningRedrive, error: unknown): Promise<0> {
  const why = reasonOfError(error);
  const begins = await redriveFailed(ctx.store.broker, ctx.clock.nowOrNull(), redriveId, why);
  const { name: group } = await ctx.groups.byId(groupId);
  ctx.metrics.count('redrive_redrive_step_failures_total', { consumer_group: group });
  if (begins) ctx.log.error({ redriveId, group, error }, 're-drive cannot release; it is tried again');
  ctx.changes.emit({ kind: 'redrive', group, redriveId: String(redriveId) });
  return 0;
}

interface Pass {
  readonly moved: number;
  readonly stop: RunStop | null;
  /** Pages have something new to show. */
  readonly changed: boolean;
  /** Nothing more can be released in this pass. */
  readonly last: boolean;
}

async function stepOne(ctx: BrokerContext, run: RunningRedrive): Promise<number> {
  const done: Pass[] = [];
  while (done.length < TRANSACTIONS_PER_PASS && done.at(-1)?.last !== true) {
    const pass = await retryRolledBack(() => withTransaction(ctx.store.broker, (db) => decideAndRelease(ctx, db, run)));
    if (pass === null) break;
    done.push(pass);
  }
  const moved = done.reduce((sum, pass) => sum + pass.moved, 0);
  const stop = done.at(-1)?.stop ?? null;
  if (done.some(({ changed }) => changed)) await announce(ctx, run, moved, stop);
  return moved;
}

/** One transaction: what it decides and what it releases are true together, or not at all. Null: not its turn. */
async function decideAndRelease(ctx: BrokerContext, db: PoolClient, run: RunningRedrive): Promise<Pass | null> {
  const { redriveId } = run;
  const most = MOST_PER_TRANSACTION;
  const advanced = await advanceRun(db, ctx.clock.nowOrNull(), { redriveId, most }, redriveEvidence);
  if (advanced === null) return null;
  const { stop, budget, changed, wasFailing } = advanced;
  const stepped = budget === 0 ? null : await release(ctx, db, run, budget);
  if (stepped === null) return { moved: 0, stop, changed, last: true };
  if (wasFailing) await redriveRecovered(db, redriveId);
  const isNew = changed || wasFailing || hasMoved(stepped);
  return { moved: stepped.moved, stop: null, changed: isNew, last: isLast(stepped, budget) };
}

function release(
  ctx: BrokerContext,
  db: Queryable,
  { redriveId, targetTopic }: RunningRedrive,
  limit: number,
): Promise<RedriveStepped | null> {
  const now = ctx.clock.nowOrNull();
  if (targetTopic === null) return redriveStep(db, now, redriveId, limit);
  return sendToTarget(ctx, db, now, redriveId, { topic: targetTopic, limit });
}

function hasMoved({ moved, excluded, remaining }: RedriveStepped): boolean {
  return moved > 0 || excluded > 0 || remaining === 0;
}

/** Less than a full transaction: nothing is left, or rate, canary or order allow no more in this pass. */
function isLast({ moved, excluded, remaining }: RedriveStepped, budget: number): boolean {
  return remaining === 0 || budget !== MOST_PER_TRANSACTION || moved + excluded < budget;
}

async function announce(
  ctx: BrokerContext,
  { redriveId, groupId, targetTopic }: RunningRedrive,
  moved: number,
  stop: RunStop | null,
): Promise<void> {
  if (moved > 0 && targetTopic === null) ctx.wakeups.group(groupId);
  if (moved > 0 && targetTopic !== null) ctx.wakeups.topic((await ctx.topics.find(targetTopic)).topicId);
  const { name } = await ctx.groups.byId(groupId);
  ctx.metrics.count('redrive_redriven_messages_total', { consumer_group: name }, moved);
  if (stop !== null) {
    ctx.metrics.count('redrive_redrive_stops_total', { consumer_group: name, rule: stop.rule });
    ctx.log.warn({ redriveId, group: name, ...stop }, 're-drive stopped by its rule');
  }
  ctx.changes.emit({ kind: 'redrive', group: name, redriveId: String(redriveId) });
  ctx.changes.emit({ kind: 'dead-letter', group: name });
  ctx.changes.emit({ kind: 'message', group: name });
}
