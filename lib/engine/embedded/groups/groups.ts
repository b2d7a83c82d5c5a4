import { t } from '../../../model/language/t';
import {
  type Backlogs,
  type BrokerContext,
  changesAround,
  createGroup,
  deleteGroup,
  findGroup,
  listGroups,
  pauseGroup,
  planGroupRevert,
  type PlannedGroupUpdate,
  planGroupUpdate,
  readAttempts,
  readDiffering,
  readFiltered,
  readGroupClients,
  readGroupHistory,
  readGroupWork,
  readHeldMessages,
  readLintFacts,
  replayPolicy,
  resetOffset,
  resumeGroup,
  revertGroup,
  updateGroup,
} from '../../../broker';
import { systemActor } from '../../../model/audit/actor';
import type { ConsumerGroup } from '../../../model/group/group';
import { pickGroupSettings, settingWords } from '../../../model/group/group-settings';
import { readMoment } from '../../../model/time-range';
import { known, mapReading, type Reading, unknown, valueOrNull } from '../../../model/reading';
import type { Store } from '../../../store/client';
import { groupCauses, type GroupCauseRow } from '../../../store/queries/group-stats/group-causes';
import { failureMinutes, type FailureMinuteRow } from '../../../store/queries/group-stats/failure-minutes';
import { queueBacklog } from '../../../store/queries/group-stats/queue-backlog';
import { groupCount } from '../../../store/queries/group/group-count';
import { groupVersions } from '../../../store/queries/group/group-versions';
import { deathsDueNewest } from '../../../store/queries/history/deaths-due-newest';
import type { GroupClients } from '../../port/group-clients';
import type {
  BacklogSummary,
  ControlledGroup,
  GroupCauseView,
  GroupConfig,
  GroupHead,
  GroupHistory,
  GroupList,
  GroupOverview,
  GroupPlan,
  GroupsPort,
  GroupView,
  GroupWithMembers,
  SettingsEvidence,
} from '../../port/groups';
import { toChangeView } from '../../port/change-view';
import { unsupported } from '../../../model/unsupported';
import { subscriptionView } from '../../port/subscription-view';
import { exists } from '../../exists';
import { NO_ANSWER, readOrUnknown } from '../../read-or-unknown';
import { databaseNow } from '../../reading-time';
import { readSharedBacklogs, toBacklogView } from '../backlog';
import type { EmbeddedContext } from '../context';
import { KeptReadings } from '../../../broker/process/kept-readings';
import { readBroadcastFailures, readMembers } from './broadcast';
import { readFigures } from './figures';

/** More than this many groups are not sent to one page; the footer says so. */
const MAX_GROUPS = 500;
const CHART_MINUTES = 60;
const VERSIONS_SHOWN = 20;
const VERSIONS = 200;
/** Samples older than this say nothing about now. */
const FRESH_MS = 30_000;

/** No operator stands behind a look: it writes nothing. */
const NO_CHANGE = { actor: systemActor('preview'), reason: '', dryRun: true } as const;

/** The groups of this installation, which has one store. */
export function embeddedGroups(ctx: EmbeddedContext): GroupsPort {
  const { broker } = ctx;
  const named = <T extends { readonly group: string }>({ group, ...rest }: T) => ({ ...rest, name: group });
  const viewed = async (change: Promise<ConsumerGroup>): Promise<GroupView> => toGroupView(await change);
  return {
    list: (page) => list(ctx, page),
    has: (group) => exists(() => findGroup(ctx.broker, group)),
    get: (group) => get(ctx, group),
    head: (group) => head(ctx, group),
    overview: (group) => overview(broker, group),
    replay: (policy) => replayPolicy(broker, named(policy)),
    config: (group) => config(broker, group),
    evidence: (group) => evidence(broker, group),
    history: (group) => history(broker, group),
    changes: (group, from) => changes(broker, group, from),
    clients: (group) => clients(broker, group),
    held: async (group, client) =>
      (await readHeldMessages(broker, group, client)).map(({ keys, ...row }) => ({ ...row, key: keys?.[0] ?? null })),
    create: (change) => viewed(createGroup(broker, named(change))),
    update: (change) => viewed(updateGroup(broker, named(change))),
    planUpdate: async (change) => toPlan(await planGroupUpdate(broker, named(change))),
    revert: (change) => viewed(revertGroup(broker, named(change))),
    planRevert: async (change) => toPlan(await planGroupRevert(broker, named(change))),
    makeEqual: () => unsupported('embedded', 'make-group-equal'),
    planMakeEqual: () => unsupported('embedded', 'make-group-equal'),
    pause: async (control) => toControlled(await pauseGroup(broker, named(control))),
    resume: async (control) => toControlled(await resumeGroup(broker, named(control))),
    resetOffset: (change) => resetOffset(broker, named(change)),
    previewReset: (change) => resetOffset(broker, { ...named(change), ...NO_CHANGE }),
    delete: async (change) => ({ ...(await deleteGroup(broker, named(change))), inBrokers: null }),
  };
}

export function toGroupView(group: ConsumerGroup): GroupView {
  const { name, version, createdAt, updatedAt, pausedAt, pausedBy, pauseReason } = group;
  return {
    ...{ name, ...pickGroupSettings(group), version, createdAt, updatedAt },
    paused: pausedAt === null ? null : { at: pausedAt, by: pausedBy ?? '', reason: pauseReason ?? '' },
  };
}

function toControlled({ group, changed }: { group: ConsumerGroup; changed: boolean }): ControlledGroup {
  return { group: toGroupView(group), changed };
}

function toPlan({ group, after, effect }: PlannedGroupUpdate): GroupPlan {
  return { group: toGroupView(group), after, effect: effect && known(effect, effect.asOf) };
}

async function list(ctx: EmbeddedContext, page: Parameters<GroupsPort['list']>[0]): Promise<GroupList> {
  const { broker } = ctx;
  const [groups, figures, backlogs] = await Promise.all([
    listGroups(broker, { ...page, limit: page.limit ?? MAX_GROUPS }),
    readFigures(ctx, null),
    readSharedBacklogs(broker).catch(() => null),
  ]);
  const asOf = await databaseNow(broker.store.console);
  const items = groups.items.map((group) => ({
    ...toGroupView(group),
    figures: figures(group.groupId, group.name),
    backlog: toSummary(group, backlogs, asOf),
    inBrokers: null,
  }));
  const isWhole = groups.nextCursor === null && page.cursor === undefined;
  const total = isWhole ? items.length : await groupCount(broker.store.prisma);
  return { items, total: known(total, asOf), nextCursor: groups.nextCursor, brokers: null };
}

function toSummary({ groupId, messageModel }: ConsumerGroup, backlogs: Backlogs | null, asOf: string): BacklogSummary {
  if (backlogs === null) {
    const reason = t(NO_ANSWER);
    return { total: unknown(reason, asOf), drain: unknown(reason, asOf), redrive: null, trend: [] };
  }
  const { total, drain, redrive } = toBacklogView(backlogs.of(groupId), messageModel === 'broadcasting');
  const past = backlogs.trendOf(groupId).map(({ backlog }) => backlog);
  return { total, drain, redrive, trend: [...past, valueOrNull(total)] };
}

async function get(ctx: EmbeddedContext, name: string): Promise<GroupWithMembers> {
  const { broker } = ctx;
  const group = await findGroup(broker, name);
  const figures = (await readFigures(ctx, group.groupId))(group.groupId, group.name);
  const members =
    group.messageModel === 'clustering'
      ? null
      : await readMembers(broker, group.groupId, await databaseNow(broker.store.console));
  return { ...toGroupView(group), figures, inBrokers: null, members };
}

async function head(ctx: EmbeddedContext, name: string): Promise<GroupHead> {
  const { broker } = ctx;
  const { store } = broker;
  const group = await findGroup(broker, name);
  const asOf = broker.clock.nowOrNull()?.toISOString() ?? (await databaseNow(store.console));
  const [figures, [newest], due, differing] = await Promise.all([
    readFigures(ctx, group.groupId),
    groupVersions(store.prisma, group.groupId, 1),
    readOrUnknown(
      broker.log,
      deathsDueNewest(store.console, group.groupId, new Date(Date.parse(asOf) - FRESH_MS)),
      asOf,
    ),
    readDiffering(broker, group.groupId),
  ]);
  return {
    group: toGroupView(group),
    figures: figures(group.groupId, group.name),
    deathsDue:
      due.kind === 'unknown'
        ? due
        : due.value === null
          ? unknown(t('not sampled yet'))
          : known(due.value.deaths, due.value.at.toISOString()),
    changed:
      newest === undefined
        ? null
        : { version: newest.version, actor: newest.actor, reason: newest.reason, at: newest.at },
    inBrokers: null,
    differing,
  };
}

async function overview(broker: BrokerContext, name: string): Promise<GroupOverview> {
  const { groupId, messageModel } = await findGroup(broker, name);
  const db = broker.store.console;
  const asOf = await databaseNow(db);
  const read = <T>(part: Promise<T>): Promise<Reading<T>> => readOrUnknown(broker.log, part, asOf);
  const isBroadcast = messageModel === 'broadcasting';
  const [chart, queues, members, failed] = await Promise.all([
    charts.get(broker.store, String(groupId), async () => {
      const [failures, causes] = await Promise.all([
        read(failureMinutes(db, groupId, CHART_MINUTES)),
        read(groupCauses(db, groupId, CHART_MINUTES)),
      ]);
      return { failures, causes: causesOf(failures, causes) };
    }),
    read(queueBacklog(db, groupId)),
    isBroadcast ? read(readMembers(broker, groupId, asOf)) : null,
    isBroadcast ? read(readBroadcastFailures(broker, groupId)) : null,
  ]);
  return {
    ...chart,
    queues: mapReading(queues, (rows) => rows.map((row) => ({ ...row, ready: known(row.tail - row.cursor, asOf) }))),
    broadcast: members === null || failed === null ? null : { members, failures: failed },
  };
}

const charts = new KeptReadings<Store, Pick<GroupOverview, 'failures' | 'causes'>>(({ failures }) =>
  failuresIn(failures),
);

function failuresIn(minutes: GroupOverview['failures']): number {
  return minutes.kind === 'unknown' ? 0 : minutes.value.reduce((sum, { failed, died }) => sum + failed + died, 0);
}

/** What failed and was not reported is the rest of all that failed. */
function causesOf(
  minutes: Reading<readonly FailureMinuteRow[]>,
  causes: Reading<readonly GroupCauseRow[]>,
): Reading<readonly GroupCauseView[]> {
  if (minutes.kind === 'unknown') return unknown(minutes.reason);
  const all = failuresIn(minutes);
  return mapReading(causes, (rows) => {
    const reported = rows[0]?.reported ?? 0;
    const causes = rows.map(({ reported: _all, ...cause }) => cause);
    const none = { fingerprint: null, errorType: null, text: null, failed: all - reported, lastAt: null };
    return (none.failed > 0 ? [...causes, none] : causes).toSorted((one, other) => other.failed - one.failed);
  });
}

async function config(broker: BrokerContext, name: string): Promise<GroupConfig> {
  const { store } = broker;
  const group = await findGroup(broker, name);
  const versions = await groupVersions(store.prisma, group.groupId, VERSIONS_SHOWN);
  return {
    group: toGroupView(group),
    versions: versions.map(({ version, actor, reason, at }) => ({ version, actor, reason, at })),
    inBrokers: null,
    behind: null,
  };
}

async function evidence(broker: BrokerContext, name: string): Promise<SettingsEvidence> {
  const db = broker.store.console;
  const group = await findGroup(broker, name);
  const asOf = await databaseNow(db);
  const [buckets, work, facts] = await Promise.all([
    readAttempts(broker, new Date(asOf), group.groupId),
    readGroupWork(db, new Date(asOf), group.groupId),
    readOrUnknown(broker.log, readLintFacts(broker, group), asOf),
  ]);
  return { buckets, work, facts };
}

async function history(broker: BrokerContext, name: string): Promise<GroupHistory> {
  const group = await findGroup(broker, name);
  const versions = await readGroupHistory(broker, name);
  return {
    group: toGroupView(group),
    versions: versions.map(({ version, actor, reason, at, use, ...settings }) => ({
      ...{ version, actor, reason, at, use },
      settings: pickGroupSettings(settings),
    })),
  };
}

async function changes(broker: BrokerContext, name: string, from: string) {
  await findGroup(broker, name);
  const now = broker.clock.nowOrNull()?.toISOString() ?? (await databaseNow(broker.store.console));
  const at = new Date(now);
  const since = readMoment('from', from, now) ?? at;
  const found = await changesAround(broker, {
    ...{ group: name, at, beforeMs: at.getTime() - since.getTime(), afterMs: 1_000 },
  });
  return found.map((change) => toChangeView(change, name)).toReversed();
}

async function clients(broker: BrokerContext, name: string): Promise<GroupClients> {
  const { groupId, version, updatedAt, deliveryOrder } = await findGroup(broker, name);
  const [{ items, ...counts }, asOf, versions, differing, filteredOut] = await Promise.all([
    readGroupClients(broker, name),
    databaseNow(broker.store.console),
    groupVersions(broker.store.prisma, groupId, VERSIONS),
    readDiffering(broker, groupId),
    readFiltered(broker, groupId),
  ]);
  return {
    ...{ ...counts, asOf },
    current: { version, since: updatedAt },
    clientsWait: deliveryOrder === 'ordered',
    backoffs: Object.fromEntries(versions.map((row) => [row.version, settingWords('retryPolicy', row.retryPolicy)])),
    ...{ differing, filteredOut },
    items: items.map(({ client, seenAt: _seen, receivedPerS, ackedPerS, subscriptions, ...row }) => ({
      ...row,
      clientId: client,
      receivedPerSecond: receivedPerS,
      ackedPerSecond: ackedPerS,
      subscriptions: subscriptions?.map((each) => subscriptionView(each, differing)) ?? null,
    })),
  };
}
