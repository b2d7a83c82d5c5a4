import type { PoolClient } from 'pg';
import { systemActor } from '../../model/actor';
import type { AbortRule, RampStep } from '../../model/redrive-care';
import { decideRun, judgedOf, type RunDecision, type RunningRun } from '../../model/redrive-rule';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { redriveHold, redrivePhase, redriveStop } from '../../store/queries/redrive/redrive-advance';
import { liveDelay, redriveEvidence } from '../../store/queries/redrive/redrive-evidence';
import type { RedriveJob, RunningRedrive } from '../../store/queries/redrive/redrive-step';
import { redriveName } from './name';

/** The rule changes a re-drive as an operator would, and the audit log says so. */
const rule = systemActor('stop rule');

/**
 * Decides from the rows of a locked re-drive whether it stops, holds or goes on, writes that down with its audit row,
 * and says how fast it may go. Without canary, ramp and stop rule there is nothing to look at.
 */
export async function advanceRedrive(
  db: PoolClient,
  { redriveId, groupId }: RunningRedrive,
  job: RedriveJob,
): Promise<RunDecision> {
  const run: RunningRun = {
    phase: job.phase,
    ratePerSecond: job.ratePerSecond,
    canary: job.canary,
    ramp: job.ramp as RampStep[],
    abort: job.abort as AbortRule | null,
    released: job.released,
    held: job.heldAt !== null,
  };
  if (run.abort === null && run.phase === 'releasing')
    return { stop: null, phase: 'releasing', heldDelayMs: null, room: null, ratePerSecond: run.ratePerSecond };
  const evidence = await redriveEvidence(db, job.now, redriveId, {
    roundAt: job.roundAt,
    ofLast: run.abort === null ? 1 : judgedOf(run, run.abort, run.phase),
    countTo: run.phase === 'releasing' ? 1 : Math.max(1, run.ramp.at(-1)?.afterVerdicts ?? 0),
  });
  const delayP95Ms = run.abort?.delayP95Ms == null ? null : await liveDelay(db, job.now, groupId);
  const decision = decideRun(run, { ...evidence, delayP95Ms });
  await note(db, redriveId, job, run, decision);
  return decision;
}

async function note(
  db: PoolClient,
  redriveId: number,
  { now }: RedriveJob,
  run: RunningRun,
  decision: RunDecision,
): Promise<void> {
  const audit = { actor: rule, target: redriveName(redriveId) };
  if (decision.stop !== null) {
    const { rule: why, ...counts } = decision.stop;
    if (!(await redriveStop(db, now, redriveId, decision.stop))) throw new Error('a locked re-drive stopped running');
    const after = { state: 'stopped', rule: why };
    await appendAudit(db, { ...audit, action: 'redrive.stop', before: { state: 'running' }, after, counts });
    return;
  }
  const { phase, heldDelayMs } = decision;
  if (phase !== run.phase) {
    await redrivePhase(db, now, redriveId, phase);
    const changed = { before: { phase: run.phase }, after: { phase } };
    await appendAudit(db, { ...audit, action: 'redrive.advance', ...changed, counts: { released: run.released } });
  }
  if (heldDelayMs !== null || run.held) await redriveHold(db, now, redriveId, heldDelayMs);
  if ((heldDelayMs !== null) !== run.held) {
    const action = run.held ? 'redrive.continue' : 'redrive.hold';
    await appendAudit(db, { ...audit, action, after: { liveDelayP95Ms: heldDelayMs } });
  }
}
