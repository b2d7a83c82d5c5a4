import { findSetting, planRedrive, type RedrivePlan } from '../broker';
import type { BrokerContext } from '../broker/context';
import type { ScopedSelection } from '../broker/dead-letter/selection';
import { keepMsOf } from '../model/dead-letter-retention';
import type { PlannedRun } from './port/redrives';

type PlannedSet = Omit<RedrivePlan, 'reasons' | 'causes'> & Pick<PlannedRun, 'reasons' | 'causes' | 'expiresAt'>;

/** The set of a plan: what it takes and leaves, and how long it is kept. @throws BrokerError bad-request */
export async function planSet(broker: BrokerContext, selection: ScopedSelection): Promise<PlannedSet> {
  const [plan, retention] = await Promise.all([
    planRedrive(broker, selection),
    findSetting(broker, 'dead-letter-retention'),
  ]);
  const keepMs = keepMsOf(retention.value);
  const { firstAt } = plan;
  return {
    ...plan,
    expiresAt: firstAt === null || keepMs === null ? null : new Date(firstAt.getTime() + keepMs),
    reasons: plan.reasons.map(({ kind, why, count, sampleIds }) => ({ kind, why, count, sampleIds })),
    causes: plan.causes.map(({ groupId: _g, ...cause }) => cause),
  };
}
