import { EVIDENCE, findGroup, planRedrive, readGroupBacklog, readRedriveEvidence } from '../../../broker';
import { groupOfSubject } from '../../../model/alarm/subject';
import { SIGNALS } from '../../../model/signal/signal';
import type { ConsumerGroup } from '../../../model/group/group';
import { t } from '../../../model/language/t';
import { known, unknown } from '../../../model/reading';
import type { LeaveOut } from '../../../model/redrive/redrive';
import { unsubscribedTags } from '../../../model/group/unsubscribed-tags';
import { incidentRead } from '../../../store/queries/alarm/alarm-incident';
import { livingConsumers } from '../../../store/queries/throttle/broker-node';
import type { PlanAsked, PlannedRun, RunEvidence } from '../../port/redrives';
import { databaseNow } from '../../reading-time';
import { planSet } from '../../redrives';
import type { EmbeddedContext } from '../context';
import { toGroupView } from '../groups/groups';

/** What stays behind: left out of the address, the plan decides. */
const LEAVE = ['newer', 'held', 'tags'] as const;
type Leave = (typeof LEAVE)[number];

type LeavingPlan = Awaited<ReturnType<typeof planSet>> & Pick<PlannedRun, 'leave' | 'leaveOut'>;

export async function planRun(ctx: EmbeddedContext, asked: PlanAsked): Promise<PlannedRun> {
  const group = await findGroup(ctx.broker, asked.group);
  const plan = await planLeaving(ctx, { ...asked, group: group.name });
  const fingerprints = plan.causeCount <= plan.causes.length ? plan.causes.map(({ key }) => key) : null;
  const [evidence, alarm] = await Promise.all([
    readEvidence(ctx, group, fingerprints),
    asked.incidentId === undefined ? null : alarmOf(ctx, asked.incidentId, group.name),
  ]);
  return {
    ...{ ...plan, evidence, alarm, cluster: null, startNotOffered: null, editNotOffered: null },
    ...{ group: group.name, ordered: group.deliveryOrder === 'ordered', maxRetries: group.maxRetries },
  };
}

/**
 * Careful by default: what is held, what no consumer subscribes to, and what a newer message of its key has overtaken
 * stay behind. Where most have been overtaken, the key is not what a message is about (a tenant, a shop), and they go.
 */
export async function planLeaving(
  ctx: Pick<EmbeddedContext, 'broker' | 'listClients'>,
  { group, selection, leave: asked }: Pick<PlanAsked, 'group' | 'selection' | 'leave'>,
): Promise<LeavingPlan> {
  const scoped = { ...selection, group };
  const planned = async (leave: readonly Leave[]): Promise<LeavingPlan> => {
    const tags = leave.includes('tags') ? await tagsOf(ctx, scoped) : [];
    const chosen: LeaveOut = {
      ...(leave.includes('newer') ? { newerConsumed: true } : {}),
      ...(leave.includes('held') ? { held: true } : {}),
      ...(tags.length === 0 ? {} : { tags }),
    };
    const leaveOut = Object.keys(chosen).length === 0 ? undefined : chosen;
    return { ...(await planSet(ctx.broker, { ...scoped, leaveOut })), leaveOut, leave: leave.join(',') };
  };
  const first = await planned(LEAVE.filter((each) => asked === undefined || asked.split(',').includes(each)));
  if (asked !== undefined) return first;
  const newer = first.reasons.find(({ kind }) => kind === 'newer-consumed')?.count ?? 0;
  return newer * 2 > first.matched ? planned(['held', 'tags']) : first;
}

/** Tags that no consumer of the group subscribes to. Only a filter by tags needs to know which tags there are. */
async function tagsOf(
  { broker, listClients }: Pick<EmbeddedContext, 'broker' | 'listClients'>,
  selection: Parameters<typeof planRedrive>[1],
): Promise<(string | null)[]> {
  const filters = (await listClients())
    .filter((client) => client.group === selection.group && client.kind === 'push')
    .flatMap((client) => client.filters);
  if (unsubscribedTags([null], filters).length === 0) return [];
  const { breakdown } = await planRedrive(broker, selection);
  return unsubscribedTags(
    breakdown.filter(({ part }) => part === 'tag').map(({ label }) => label),
    filters,
  );
}

async function readEvidence(
  { broker, listClients }: EmbeddedContext,
  group: ConsumerGroup,
  fingerprints: readonly string[] | null,
): Promise<RunEvidence> {
  const db = broker.store.console;
  const [asOf, { retries, deaths, room, liveDelayP95Ms }, backlog, living, here] = await Promise.all([
    databaseNow(db),
    readRedriveEvidence(broker, { group: group.name, fingerprints }),
    readGroupBacklog(broker, group.groupId),
    livingConsumers(db, broker.clock.nowOrNull()),
    listClients(),
  ]);
  const clients = here.filter((client) => client.group === group.name && client.kind !== 'producer');
  const connected = new Set(clients.map(({ clientId }) => clientId));
  const consumers = living.groups.find((row) => row.group === group.name)?.consumers;
  const flow = backlog.flow[5];
  return {
    asOf,
    paused: toGroupView(group).paused,
    consumers:
      living.nodes === 0 || consumers === undefined
        ? unknown(t('No node has reported its clients.'))
        : // This node knows of clients that came since it last reported.
          known(Math.max(consumers, clients.length), asOf),
    sdks: [...new Set(clients.map(({ language, version }) => `${language.toLowerCase()} ${version}`.trim()))],
    failedClients: {
      of: deaths.clients.length,
      connected: deaths.clients.filter((clientId) => connected.has(clientId)).length,
    },
    failedVersions: deaths.versions,
    retries: retries === null ? unknown(t('not read')) : known(retries, asOf),
    lastDeathAt: deaths.lastAt,
    live: flow.kind === 'unknown' ? unknown(flow.reason) : known(flow.inPerSecond, asOf),
    liveDelayP95Ms:
      liveDelayP95Ms === null
        ? unknown(t('no live message was delivered in the last 30 s'))
        : known(liveDelayP95Ms, asOf),
    most:
      room.mostPerSecond === null || room.mostAt === null
        ? unknown(t('no delivery in the last {days} days', { days: EVIDENCE.roomDays }))
        : known({ perSecond: room.mostPerSecond, at: room.mostAt }, asOf),
    roomDays: EVIDENCE.roomDays,
    refused: { count: room.refused, by: room.refusedBy },
    amplification:
      backlog.amplification === null
        ? unknown(t('no first delivery in the last 5 min'))
        : known(backlog.amplification, asOf),
  };
}

async function alarmOf({ broker }: EmbeddedContext, incidentId: number, group: string): Promise<PlannedRun['alarm']> {
  const incident = await incidentRead(broker.store.console, incidentId);
  if (incident === null || !SIGNALS[incident.watch].ofDeadLetters || groupOfSubject(incident.subject) !== group)
    return null;
  const { watch, firedAt, resolvedAt } = incident;
  return { incidentId, says: SIGNALS[watch].says, firedAt, open: resolvedAt === null };
}
