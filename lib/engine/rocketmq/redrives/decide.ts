import { redriveName } from '../../../broker';
import { systemActor } from '../../../model/actor';
import type { AbortRule, RampStep } from '../../../model/redrive-care';
import { decideRun, judgedOf, type RunningRun } from '../../../model/redrive-rule';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import { clusterRedriveEvidence } from '../../../store/queries/cluster-redrive/evidence';
import type { OpenClusterRedrive } from '../../../store/queries/cluster-redrive/open';
import { redrivePhase, redriveStop } from '../../../store/queries/redrive/redrive-advance';
import { redriveBudget, redriveClaim } from '../../../store/queries/redrive/redrive-step';
import type { ClusterEngine } from '../clusters/directory';
import { inCluster } from './in-cluster';

const rule = systemActor('stop rule');

/** The embedded broker's rule decides whether a run stops, waits or goes on. @returns how many may go now */
export async function decideClusterRun(engine: ClusterEngine, run: OpenClusterRedrive, most: number): Promise<number> {
  const { redriveId } = run;
  const { clock, changes } = engine.letters;
  return await inCluster(engine, async (db) => {
    const now = clock.nowOrNull();
    const row = await redriveClaim(db, now, redriveId);
    if (row === null) return 0;
    const [ramp, abort] = [row.ramp as RampStep[], row.abort as AbortRule | null];
    const care = { canary: row.canary, ramp, abort, phase: row.phase, ratePerSecond: row.ratePerSecond, held: false };
    const { released, ...evidence } = await clusterRedriveEvidence(db, redriveId, {
      roundAt: row.roundAt,
      ofLast: abort === null ? 1 : judgedOf(care, abort, row.phase),
      countTo: Math.max(1, ramp.at(-1)?.afterVerdicts ?? 0),
      // 4.x clients tell only that they are done.
      seesFetches: run.way === 'pop-retry',
    });
    const running: RunningRun = { ...care, released };
    const decision = decideRun(running, { ...evidence, delayP95Ms: null });
    const entry = { actor: rule, target: redriveName(redriveId) };
    if (decision.stop !== null) {
      const { rule: why, ...counts } = decision.stop;
      await redriveStop(db, row.now, redriveId, decision.stop);
      const after = { state: 'stopped', rule: why };
      await appendAudit(db, { ...entry, action: 'redrive.stop', before: { state: 'running' }, after, counts });
      changes.emit({ kind: 'redrive', group: run.group, redriveId: String(redriveId) });
      return 0;
    }
    if (decision.phase !== row.phase) {
      await redrivePhase(db, row.now, redriveId, decision.phase);
      const changed = { before: { phase: row.phase }, after: { phase: decision.phase } };
      await appendAudit(db, { ...entry, action: 'redrive.advance', ...changed, counts: { released } });
    }
    const room = Math.min(decision.room ?? most, most);
    if (room === 0 || decision.ratePerSecond === null) return room;
    return await redriveBudget(db, now, redriveId, { ratePerSecond: decision.ratePerSecond, most: room });
  });
}
