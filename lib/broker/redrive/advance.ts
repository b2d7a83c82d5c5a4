import type { PoolClient } from 'pg';
import { systemActor } from '../../model/audit/actor';
import { redriveName } from '../../model/redrive/redrive';
import type { AbortRule, RampStep } from '../../model/redrive/redrive-care';
import {
  decideRun,
  type EvidenceAsked,
  evidenceFor,
  NO_EVIDENCE,
  type RunDecision,
  type RunEvidence,
  type RunningRun,
  type RunStop,
} from '../../model/redrive/redrive-rule';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { redriveHold, redriveMove, redrivePhase } from '../../store/queries/redrive/redrive-control';
import { redriveBudget, redriveClaim } from '../../store/queries/redrive/redrive-step';
import type { Queryable } from '../../store/queryable';

/** The rule changes a re-drive as an operator would, and the audit log says so. */
const rule = systemActor('stop rule');

/** What an engine knows of a run, from its rows at this moment. */
export type EvidenceOf = (db: Queryable, now: Date, redriveId: number, asked: EvidenceAsked) => Promise<RunEvidence>;

export interface AdvancedRun {
  readonly stop: RunStop | null;
  /** How many the engine may release now. */
  readonly budget: number;
  /** Pages have something new to show. */
  readonly changed: boolean;
  readonly wasFailing: boolean;
}

/**
 * Locks a running re-drive of either engine, decides whether it stops, holds or goes on, writes that down with its
 * audit row, and says how many may be released. @returns null: not running, or another process is at it
 */
export async function advanceRun(
  db: PoolClient,
  now: Date | null,
  { redriveId, most }: { readonly redriveId: number; readonly most: number },
  evidenceOf: EvidenceOf,
): Promise<AdvancedRun | null> {
  const job = await redriveClaim(db, now, redriveId);
  if (job === null) return null;
  const { phase, ratePerSecond, canary, roundAt } = job;
  const care = { canary, ramp: job.ramp as RampStep[], abort: job.abort as AbortRule | null };
  const run: RunningRun = { ...care, phase, ratePerSecond, held: job.heldAt !== null };
  const asked = evidenceFor(run, roundAt);
  const evidence = asked === null ? NO_EVIDENCE : await evidenceOf(db, job.now, redriveId, asked);
  const decision = decideRun(run, evidence);
  const changed = await note(db, redriveId, job.now, run, decision, evidence);
  const budget = await budgetOf(db, now, redriveId, decision, most);
  return { stop: decision.stop, budget, changed, wasFailing: job.failingSince !== null };
}

/** @returns whether anything is new */
async function note(
  db: PoolClient,
  redriveId: number,
  now: Date,
  run: RunningRun,
  decision: RunDecision,
  { released }: RunEvidence,
): Promise<boolean> {
  const audit = { actor: rule, target: redriveName(redriveId) };
  if (decision.stop !== null) {
    const { rule: why, ...counts } = decision.stop;
    if ((await redriveMove(db, now, redriveId, 'stop', decision.stop)) === null)
      throw new Error('a locked re-drive stopped running');
    const after = { state: 'stopped', rule: why };
    await appendAudit(db, { ...audit, action: 'redrive.stop', before: { state: 'running' }, after, counts });
    return true;
  }
  const { phase, heldDelayMs } = decision;
  const isHeld = heldDelayMs !== null;
  if (phase !== run.phase) {
    await redrivePhase(db, now, redriveId, phase);
    const changed = { before: { phase: run.phase }, after: { phase } };
    await appendAudit(db, { ...audit, action: 'redrive.advance', ...changed, counts: { released } });
  }
  if (isHeld || run.held) await redriveHold(db, now, redriveId, heldDelayMs);
  if (isHeld !== run.held) {
    const action = run.held ? 'redrive.continue' : 'redrive.hold';
    await appendAudit(db, { ...audit, action, after: { liveDelayP95Ms: heldDelayMs } });
  }
  return phase !== run.phase || isHeld !== run.held;
}

/** The canary is no faster than the rest: a rate holds for it too. */
async function budgetOf(
  db: PoolClient,
  now: Date | null,
  redriveId: number,
  decision: RunDecision,
  most: number,
): Promise<number> {
  if (decision.stop !== null || decision.heldDelayMs !== null) return 0;
  const { room, ratePerSecond } = decision;
  const free = Math.min(room ?? most, most);
  if (free === 0 || ratePerSecond === null) return free;
  return await redriveBudget(db, now, redriveId, { ratePerSecond, most: free });
}
