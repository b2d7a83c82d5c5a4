import 'server-only';
import { reasonAgainst } from '../../auth/permission';
import { findGroup, findSetting, type RedrivePlan } from '../../broker';
import { keepMsOf } from '../../model/dead-letter-retention';
import type { MissingRow } from '../../store/queries/redrive/redrive-missing';
import type { PlanBreakdownRow, PlannedPart } from '../../store/queries/redrive/redrive-plan';
import { databaseNow } from '../http/database-time';
import { defineRead } from '../http/define-read';
import type { PlanSelection } from '../schemas/plan-selection';
import { type CauseView, toCauseView } from './causes';
import { planInput, selectionOf } from './plan-address';
import { type PlanAlarm, readPlanAlarm } from './plan-alarm';
import { type PlanEvidence, readPlanEvidence } from './plan-evidence';
import { planLeaving } from './plan-leaving';

export interface RedrivePlanView extends Omit<
  RedrivePlan,
  'reasons' | 'missing' | 'causes' | 'firstAt' | 'lastAt' | 'breakdown'
> {
  readonly group: string;
  readonly ordered: boolean;
  readonly maxRetries: number;
  readonly selection: PlanSelection;
  /** As it stands in the address. */
  readonly leave: string;
  readonly frozenAt: string;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** When the first of the set is removed if no operator acts; null: not by itself. */
  readonly expiresAt: string | null;
  readonly reasons: readonly StaysBehind[];
  readonly missing: readonly MissingRow[];
  readonly breakdown: readonly PlanBreakdownRow[];
  /** The most frequent ones. */
  readonly causes: readonly CauseView[];
  readonly evidence: PlanEvidence;
  readonly alarm: PlanAlarm | null;
  readonly startNotAllowed: string | null;
  readonly editNotAllowed: string | null;
}

export type StaysBehind = Pick<PlannedPart, 'kind' | 'why' | 'count' | 'sampleIds'>;

export const redrivePlanRead = defineRead({
  permission: 'dead-letter:read',
  input: planInput,
  run: async (ctx, given): Promise<RedrivePlanView> => {
    const { broker, store, principal } = ctx;
    const group = await findGroup(broker, given.group);
    const frozenAt = given.frozen ?? (await databaseNow(store.console));
    const base = selectionOf(given, frozenAt);
    const { plan, selection, leave } = await planLeaving(ctx, group.name, base, given.leave);
    const fingerprints = plan.causeCount <= plan.causes.length ? plan.causes.map(({ key }) => key) : null;
    const [evidence, alarm, retention] = await Promise.all([
      readPlanEvidence(ctx, group, fingerprints),
      given.alarm === undefined ? null : readPlanAlarm(ctx, Number(given.alarm), group.name),
      findSetting(broker, 'dead-letter-retention'),
    ]);
    const keepMs = keepMsOf(retention.value);
    const { reasons, causes, firstAt, lastAt, ...rest } = plan;
    return {
      ...rest,
      group: group.name,
      ordered: group.deliveryOrder === 'ordered',
      maxRetries: group.maxRetries,
      selection: { ...selection, throughId: plan.throughId },
      leave,
      frozenAt,
      firstAt: firstAt?.toISOString() ?? null,
      lastAt: lastAt?.toISOString() ?? null,
      expiresAt: firstAt === null || keepMs === null ? null : new Date(firstAt.getTime() + keepMs).toISOString(),
      reasons: reasons.map(({ kind, why, count, sampleIds }) => ({ kind, why, count, sampleIds })),
      causes: causes.map(toCauseView),
      evidence,
      alarm,
      startNotAllowed: reasonAgainst(principal, 'dead-letter:redrive'),
      editNotAllowed: reasonAgainst(principal, 'message:read-body'),
    };
  },
});
