import 'server-only';
import { planRedrive, type RedrivePlan } from '../../broker';
import type { RedriveSelection } from '../../model/redrive';
import { unsubscribedTags } from '../../model/unsubscribed-tags';
import type { ReadContext } from '../http/context';
import { type PlanSelection, toPlanned } from '../schemas/plan-selection';
import type { AskedSelection } from './plan-address';
import { subscribedFilters } from './plan-evidence';

/** What stays behind: left out of the address, the plan decides. */
const LEAVE = ['newer', 'held', 'tags'] as const;

/**
 * Careful by default: what is held, what no consumer subscribes to, and what a newer message of its key has overtaken
 * stay behind. Where most have been overtaken, the key is not what a message is about (a tenant, a shop), and they go.
 */
export async function planLeaving(
  { broker }: ReadContext,
  group: string,
  base: AskedSelection,
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
  broker: ReadContext['broker'],
  group: string,
  base: AskedSelection,
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
async function tagsOf(broker: ReadContext['broker'], group: string, base: AskedSelection): Promise<(string | null)[]> {
  const filters = await subscribedFilters(group);
  if (unsubscribedTags([null], filters).length === 0) return [];
  const { throughId, ...rest } = base;
  const { breakdown } = await planRedrive(broker, { ...toPlanned({ ...rest, throughId: 0 }), throughId, group });
  return unsubscribedTags(
    breakdown.filter(({ part }) => part === 'tag').map(({ label }) => label),
    filters,
  );
}
