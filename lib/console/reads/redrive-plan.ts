import 'server-only';
import { z } from 'zod';
import { reasonAgainst } from '../../auth/permission';
import { findGroup, findSetting, planRedrive, type RedrivePlan, redriveName } from '../../broker';
import { keepMsOf } from '../../model/dead-letter-retention';
import { DEAD_VERDICTS, type RedriveSelection } from '../../model/redrive';
import { unsubscribedTags } from '../../model/unsubscribed-tags';
import type { MissingRow } from '../../store/queries/redrive/redrive-missing';
import type { PlanBreakdownRow, PlannedPart } from '../../store/queries/redrive/redrive-plan';
import type { ConsoleContext } from '../http/context';
import { databaseNow } from '../http/database-time';
import { defineRead } from '../http/define-read';
import { atMoments, deadLetterInput, type DeadLetterInput } from '../schemas/dead-letter-filter';
import { type PlanSelection, toPlanned } from '../schemas/plan-selection';
import { type CauseView, toCauseView } from './causes';
import { type PlanAlarm, readPlanAlarm } from './plan-alarm';
import { type PlanEvidence, readPlanEvidence, subscribedFilters } from './plan-evidence';

const digits = z.string().regex(/^\d{1,15}$/, 'must be a number, in digits');

/** What stays behind: left out of the address, the plan decides. */
const LEAVE = ['newer', 'held', 'tags'] as const;

/** Of a plan: exactly one of set, message, redrive, all and a filter; `through` and `frozen` fix the set. */
const planInput = deadLetterInput.extend({
  group: z.string().max(200),
  set: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, 'must be a list of dead letters, with commas between them')
    .optional(),
  message: z.string().max(255).optional(),
  redrive: z
    .string()
    .regex(/^(RD-)?\d{1,9}$/i, 'must be a re-drive like RD-1')
    .optional(),
  /** Of that re-drive, with commas between them. */
  verdict: z.string().max(100).optional(),
  all: z.literal('1').optional(),
  through: digits.optional(),
  frozen: z.iso.datetime().optional(),
  leave: z.string().max(60).optional(),
  alarm: z
    .string()
    .regex(/^\d{1,9}$/, 'must be the id of an alarm, in digits')
    .optional(),
  edit: z.literal('1').optional(),
});
type PlanInput = z.output<typeof planInput>;

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

type Base = Omit<PlanSelection, 'throughId' | 'leaveOut'> & { readonly throughId: number | undefined };

/**
 * Careful by default: what is held, what no consumer subscribes to, and what a newer message of its key has overtaken
 * stay behind. Where most have been overtaken, the key is not what a message is about (a tenant, a shop), and they go.
 */
async function planLeaving(
  { broker }: ConsoleContext,
  group: string,
  base: Base,
  asked: string | undefined,
): Promise<{ plan: RedrivePlan; selection: Omit<PlanSelection, 'throughId'>; leave: string }> {
  const wanted = asked === undefined ? [...LEAVE] : LEAVE.filter((each) => asked.split(',').includes(each));
  const planned = async (leave: readonly (typeof LEAVE)[number][]) => {
    const leaveOut = await leaveOutOf(broker, group, base, leave);
    const { throughId, ...rest } = base;
    const selection = { ...rest, ...(leaveOut === undefined ? {} : { leaveOut }) };
    const known: RedriveSelection = { ...toPlanned({ ...selection, throughId: 0 }), throughId };
    return { plan: await planRedrive(broker, { ...known, group }), selection, leave: leave.join(',') };
  };
  const first = await planned(wanted);
  if (asked !== undefined) return first;
  const newer = first.plan.reasons.find(({ kind }) => kind === 'newer-consumed')?.count ?? 0;
  return newer * 2 > first.plan.matched ? await planned(['held', 'tags']) : first;
}

async function leaveOutOf(
  broker: ConsoleContext['broker'],
  group: string,
  base: Base,
  leave: readonly (typeof LEAVE)[number][],
): Promise<PlanSelection['leaveOut']> {
  const tags = leave.includes('tags') ? await tagsOf(broker, group, base) : [];
  const leaveOut = {
    ...(leave.includes('newer') ? { newerConsumed: true } : {}),
    ...(leave.includes('held') ? { held: true } : {}),
    ...(tags.length === 0 ? {} : { tags }),
  };
  return Object.keys(leaveOut).length === 0 ? undefined : leaveOut;
}

/** Only a filter by tags needs to know which tags there are. */
async function tagsOf(broker: ConsoleContext['broker'], group: string, base: Base): Promise<(string | null)[]> {
  const filters = subscribedFilters(group);
  if (unsubscribedTags([null], filters).length === 0) return [];
  const { throughId, ...rest } = base;
  const { breakdown } = await planRedrive(broker, { ...toPlanned({ ...rest, throughId: 0 }), throughId, group });
  return unsubscribedTags(
    breakdown.filter(({ part }) => part === 'tag').map(({ label }) => label),
    filters,
  );
}

function selectionOf(given: PlanInput, frozenAt: string): Base {
  const {
    group: _g,
    set,
    message,
    redrive,
    verdict,
    all,
    through,
    frozen: _f,
    leave: _l,
    alarm: _a,
    edit: _e,
    ...filter
  } = given;
  const asked = definedOf(filter);
  const none = [set, message, redrive, all].every((part) => part === undefined) && Object.keys(asked).length === 0;
  // An alarm alone means what it counts: all that no operator has accepted.
  const moments = definedOf(atMoments(none && given.alarm !== undefined ? { accepted: 'no' } : asked, frozenAt));
  return {
    ...(set === undefined ? {} : { deadLetterIds: set.split(',').map(Number) }),
    ...(message === undefined ? {} : { messageIds: [message] }),
    ...(redrive === undefined
      ? {}
      : { redrive: { redriveId: Number(redrive.replace(/^RD-/i, '')), verdicts: verdictsOf(verdict) } }),
    ...(all === undefined ? {} : { all: true as const }),
    ...(Object.keys(moments).length === 0 ? {} : { filter: moments }),
    throughId: through === undefined ? undefined : Number(through),
  };
}

function verdictsOf(text = 'died-again'): (typeof DEAD_VERDICTS)[number][] {
  const named = text.split(',');
  return DEAD_VERDICTS.filter((verdict) => named.includes(verdict));
}

function definedOf(filter: DeadLetterInput): DeadLetterInput {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** The address of the same plan with its set fixed, for a reload or a colleague. */
export function frozenAddress(plan: RedrivePlanView, given: Readonly<Record<string, unknown>>): string {
  const { deadLetterIds, messageIds, filter, redrive, all, throughId } = plan.selection;
  const params = new URLSearchParams({ group: plan.group });
  if (deadLetterIds !== undefined) params.set('set', deadLetterIds.join(','));
  if (messageIds?.[0] !== undefined) params.set('message', messageIds[0]);
  if (redrive !== undefined) {
    params.set('redrive', redriveName(redrive.redriveId));
    params.set('verdict', redrive.verdicts.join(','));
  }
  if (all === true) params.set('all', '1');
  for (const [name, value] of Object.entries(filter ?? {})) if (value !== undefined) params.set(name, value);
  if (plan.alarm !== null) params.set('alarm', String(plan.alarm.incidentId));
  if (given['edit'] === '1') params.set('edit', '1');
  params.set('leave', plan.leave === '' ? 'none' : plan.leave);
  params.set('through', String(throughId));
  params.set('frozen', plan.frozenAt);
  return `/redrives/new?${params}`;
}
