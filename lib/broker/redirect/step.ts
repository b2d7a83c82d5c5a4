import { isDeepStrictEqual } from 'node:util';

import { type Actor, systemActor } from '../../model/audit/actor';
import { english, type Reason, told } from '../../model/language/t';
import { isBrokerError } from '../../model/errors';
import { type CanaryCopy, type CanaryVerdict, judgeCanary, openCopies } from '../../model/redirect/canary';
import { batchLimit, idleRestMs, LOOK_AGAIN_MS, redirectName, restAfterMs } from '../../model/redirect/redirect';
import { REDRIVE_LIMITS, redriveName } from '../../model/redrive/redrive';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { canaryCopies, redirectLook } from '../../store/queries/redirect/redirect-letters';
import {
  redirectAnew,
  redirectCanary,
  redirectRest,
  type RedirectRest,
  type RedirectRow,
  redirectsToStep,
  type RedirectToStep,
} from '../../store/queries/redirect/redirect-rows';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { statesOf } from '../message/states-of';
import { startRedrive } from '../redrive/start';
import { judgeRedirect, strictMasks } from './judge';
import { controlRun, isOpen, moveRedirect, scopeOf, wishOf } from './redirects';
import { whyOf } from './shown';

/**
 * Ends, stops and continues redirects. Safe in any number of processes: they read the same, and what one does
 * is a statement that only the first of them gets (`redirectTake`, `redirectMove`).
 * @returns whether any waits for something that will not announce itself
 */
export async function stepRedirects(ctx: BrokerContext): Promise<boolean> {
  const rows = await redirectsToStep(ctx.store.broker, ctx.clock.nowOrNull());
  const failures: unknown[] = [];
  for (const row of rows) await stepOne(ctx, row).catch((error: unknown) => failures.push(error));
  // The others had their turn. What is wrong with the database is for the loop to say.
  if (failures.length > 0) throw failures[0];
  return rows.length > 0;
}

async function stepOne(ctx: BrokerContext, row: RedirectToStep): Promise<void> {
  const why = whyOf(row) ?? 'it was stopped';
  // The process that ended or paused it was killed before it stopped what it was sending.
  if (row.state === 'ended') return await controlRun(ctx, row.redirectId, 'end', actorOf(row), why);
  if (row.isOver) return await stop(ctx, row, 'ended', told('its end date has come'));
  if (row.state === 'paused') return await controlRun(ctx, row.redirectId, 'pause', actorOf(row), why);
  await stepActive(ctx, row);
}

async function stepActive(ctx: BrokerContext, row: RedirectToStep): Promise<void> {
  const canary = row.canaryPassedAt === null ? await readCanary(ctx, row) : null;
  if (canary?.state === 'failed') return await stop(ctx, row, 'paused', canary.why ?? '');
  if (canary !== null && (await noteCanary(ctx, row, canary))) return;
  const { runId, runState } = row;
  // The process that resumed it was killed before it cancelled what was left of the round before.
  if (runId !== null && runId <= row.roundAfter && isOpen(runState))
    return await controlRun(ctx, row.redirectId, 'resume', actorOf(row), whyOf(row) ?? 'it begins with a canary');
  if (runState === 'cancelled' && runId !== null && runId > row.roundAfter)
    return await stop(
      ctx,
      row,
      'paused',
      told('its re-drive {redrive} was cancelled', { redrive: redriveName(runId) }),
    );
  if (isOpen(runState)) return;
  if (!row.isDue) return;
  const isCanaryPassed = canary === null;
  const limit = batchLimit({ ...row, isCanaryPassed, canarySent: canary?.sent ?? 0 });
  if (limit > 0) await startBatch(ctx, row, limit);
}

async function startBatch(ctx: BrokerContext, row: RedirectRow, limit: number): Promise<void> {
  const { redirectId, ratePerSecond, batch } = row;
  try {
    const looking = { lookedTo: row.lookedTo, limit };
    const { ids, lookedTo } = await redirectLook(ctx.store.console, await scopeOf(ctx, row), looking);
    const open = row.canaryPassedAt === null ? 'unknown' : await readOpenCopies(ctx, row);
    if (ids.length === 0) {
      const processedTo = open === 0 ? row.runId : null;
      const restMs = lookedTo === null ? idleRestMs(row.canaryPassedAt !== null && open !== 0) : 0;
      return await rest(ctx, row, { restMs, lookedTo, openCopies: 0, processedTo });
    }
    if (row.canaryPassedAt !== null && open !== 0) return await waitForCopies(ctx, row, open);
    const { group, topic } = wishOf(row);
    await judgeRedirect(ctx, ctx.store.console, { group, cause: row.cause, topic }, redirectId);
    const next = {
      // Behind a full batch there can be more of the same look.
      lookedTo: ids.length === limit ? row.lookedTo : lookedTo,
      restMs: lookedTo === null ? restAfterMs(ids.length, limit) : 0,
    };
    const { rules } = (await ctx.settings.find('masking')).value;
    const input = {
      ...{ group, deadLetterIds: ids, target: { topic }, leaveOut: { held: true }, ratePerSecond, actor: actorOf(row) },
      reason: `${redirectName(redirectId)}: ${row.reason}`.slice(0, REDRIVE_LIMITS.reasonChars),
      redirect: { redirectId, batch, ...next },
    };
    await startRedrive({ ...ctx, masks: strictMasks(rules) }, input);
  } catch (error) {
    // Another process, or an operator, was first: the next pass sees what is left.
    if (!isBrokerError(error) || error.code === 'busy' || error.field === 'selection') throwUnlessBroker(error);
    else await stop(ctx, row, 'paused', error.reason);
  }
}

function throwUnlessBroker(error: unknown): void {
  if (!isBrokerError(error)) throw error;
}

/** Of the batch before. Once seen processed they are: later they leave with the retention of the log. */
async function readOpenCopies(ctx: BrokerContext, row: RedirectRow): Promise<number | 'unknown'> {
  if (row.runId === null || row.runId <= row.processedTo) return 0;
  return openCopies(await readCopies(ctx, row, row.runId - 1));
}

/** Nothing is sent before the first copies of the batch before were processed. */
async function waitForCopies(ctx: BrokerContext, row: RedirectRow, open: number | 'unknown'): Promise<void> {
  if (open === 'unknown') {
    const says = 'its canary begins again: the outcome of the messages before is not on record';
    if (await redirectAnew(ctx.store.console, row)) ctx.log.warn({ redirect: redirectName(row.redirectId) }, says);
  } else {
    const { lookedTo } = row;
    await rest(ctx, row, { restMs: LOOK_AGAIN_MS, lookedTo, openCopies: open, processedTo: null });
  }
  if (open !== row.openCopies) ctx.changes.emit({ kind: 'redrive', group: row.group });
}

async function rest(ctx: BrokerContext, row: RedirectRow, resting: RedirectRest): Promise<void> {
  await redirectRest(ctx.store.console, ctx.clock.nowOrNull(), row, resting);
}

async function readCanary(ctx: BrokerContext, row: RedirectRow): Promise<CanaryVerdict> {
  return judgeCanary(await readCopies(ctx, row, row.roundAfter), row.canary, row.consumedCopies);
}

/** The first copies that it sent after that run, in that order. */
async function readCopies(ctx: BrokerContext, row: RedirectRow, roundAfter: number): Promise<CanaryCopy[]> {
  const rows = await canaryCopies(ctx.store.console, { ...row, roundAfter });
  const places = rows.map(({ queueId, off, storedAt, messageGroup }) =>
    queueId === null || off === null || storedAt === null ? null : { queueId, off, storedAt, messageGroup },
  );
  const inLog = places.filter((place) => place !== null);
  const states = await statesOf(ctx, inLog);
  return rows.map(({ copy }, index): CanaryCopy => {
    const place = places[index];
    const state = place == null ? undefined : states[inLog.indexOf(place)];
    return { copy, groups: state === undefined || state.moreGroups ? null : state.groups };
  });
}

/** @returns whether it has passed now */
async function noteCanary(ctx: BrokerContext, row: RedirectRow, verdict: CanaryVerdict): Promise<boolean> {
  const { redirectId, group } = row;
  const { sent, consumed } = verdict;
  const passed = verdict.state === 'passed';
  if (!passed && sent === row.canarySent && isDeepStrictEqual(consumed, row.consumedCopies)) return false;
  const isPassed = await withTransaction(ctx.store.console, async (db) => {
    if (!(await redirectCanary(db, ctx.clock.nowOrNull(), row, { sent, consumed, passed }))) return false;
    await appendAudit(db, {
      ...{
        actor: actorOf(row),
        action: 'redirect.canary-passed',
        target: group,
        counts: { sent, consumed: consumed.length },
      },
      after: { redirect: redirectName(redirectId) },
    });
    return true;
  });
  ctx.changes.emit({ kind: 'redrive', group });
  return isPassed;
}

/** What it is sending stops with it. A stop that another process made first changes nothing. */
async function stop(ctx: BrokerContext, row: RedirectRow, to: 'paused' | 'ended', why: Reason): Promise<void> {
  const from = to === 'ended' ? (['active', 'paused'] as const) : (['active'] as const);
  const actor = actorOf(row);
  const { roundAfter } = row;
  if (!(await moveRedirect(ctx, row, { from, to, why, actor, itself: to === 'paused', roundAfter }))) return;
  const text = english(why);
  ctx.log.warn({ redirect: redirectName(row.redirectId), group: row.group, why: text }, `redirect ${to} by itself`);
  await controlRun(ctx, row.redirectId, to === 'ended' ? 'end' : 'pause', actor, why);
}

function actorOf({ redirectId }: RedirectRow): Actor {
  return systemActor(`redirect ${redirectName(redirectId)}`);
}
