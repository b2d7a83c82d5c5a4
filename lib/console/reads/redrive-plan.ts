import 'server-only';
import { reasonAgainst } from '../../auth/permission';
import { EVIDENCE, findGroup, findSetting, planRedrive, type RedrivePlan } from '../../broker';
import { keepMsOf } from '../../model/dead-letter-retention';
import type { MissingRow } from '../../store/queries/redrive/redrive-missing';
import type { PlanBreakdownRow, PlannedPart } from '../../store/queries/redrive/redrive-plan';
import { known, unknown } from '../../model/reading';
import { databaseNow } from '../../engine';
import type { ClusterReadContext } from '../http/engine';
import { defineRead } from '../http/define-read';
import type { PlanSelection } from '../schemas/plan-selection';
import { toPlanned } from '../schemas/plan-selection';
import { type CauseView, toCauseView } from './causes';
import { type ClusterPlan, readClusterPlan } from './cluster-plan';
import { type PlanInput, planInput, selectionOf } from './plan-address';
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
  /** Of an attached cluster; null: of this installation. */
  readonly cluster: ClusterPlan | null;
}

export type StaysBehind = Pick<PlannedPart, 'kind' | 'why' | 'count' | 'sampleIds'>;

export const redrivePlanRead = defineRead({
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
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
      cluster: null,
    };
  },
  runInCluster: planInCluster,
});

const NOT_KEPT = 'a cluster keeps no record of it';

async function planInCluster(ctx: ClusterReadContext, given: PlanInput): Promise<RedrivePlanView> {
  const { engine, store, principal } = ctx;
  const frozenAt = given.frozen ?? (await databaseNow(store.console));
  const base = selectionOf(given, frozenAt);
  const leave = given.leave ?? 'held';
  const wanted = leave.split(',').includes('held') ? { held: true } : undefined;
  const { cluster, leaveOut, group } = await readClusterPlan(ctx, given, base, wanted);
  const { throughId, ...rest } = base;
  const selected = { ...toPlanned({ ...rest, leaveOut, throughId: 0 }), throughId, group: group.name };
  const [plan, retention] = await Promise.all([
    planRedrive(engine.letters, selected),
    findSetting(engine.letters, 'dead-letter-retention'),
  ]);
  const keepMs = keepMsOf(retention.value);
  const { reasons, causes, firstAt, lastAt, ...numbers } = plan;
  const asOf = await databaseNow(store.console);
  const readOnly = engine.allowsChanges
    ? null
    : `${engine.name} is read-only: an administrator allows changes in Settings`;
  return {
    ...numbers,
    ...{ group: group.name, ordered: group.isOrdered, maxRetries: group.maxRetries, leave, frozenAt, cluster },
    selection: { ...rest, ...(leaveOut !== undefined && { leaveOut }), throughId: plan.throughId },
    firstAt: firstAt?.toISOString() ?? null,
    lastAt: lastAt?.toISOString() ?? null,
    expiresAt: firstAt === null || keepMs === null ? null : new Date(firstAt.getTime() + keepMs).toISOString(),
    reasons: reasons.map(({ kind, why, count, sampleIds }) => ({ kind, why, count, sampleIds })),
    causes: causes.map(toCauseView),
    evidence: {
      ...{ asOf, paused: null, sdks: [], failedClients: { of: 0, connected: 0 }, failedVersions: [] },
      consumers: known(cluster.clientCount, asOf),
      ...{ retries: unknown(NOT_KEPT), lastDeathAt: lastAt?.toISOString() ?? null, live: unknown(NOT_KEPT) },
      ...{ most: unknown(NOT_KEPT), roomDays: EVIDENCE.roomDays, refused: { count: 0, by: null } },
      amplification: unknown(NOT_KEPT),
    },
    alarm: null,
    startNotAllowed: reasonAgainst(principal, 'dead-letter:redrive') ?? readOnly,
    editNotAllowed: 'letters of a cluster are sent as they were',
  };
}
