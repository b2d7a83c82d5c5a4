import 'server-only';
import { z } from 'zod';
import { findGroup, readDiffering } from '../../broker';
import { readGroup } from '../../cluster';
import { known, mapReading, notOffered, type Reading, unknown } from '../../model/reading';
import { deathsDueNewest } from '../../store/queries/history/deaths-due-newest';
import { groupCauses, type GroupCauseRow } from '../../store/queries/group-stats/group-causes';
import { failureMinutes, type FailureMinuteRow } from '../../store/queries/group-stats/failure-minutes';
import { groupVersions } from '../../store/queries/group/group-versions';
import { queueBacklog } from '../../store/queries/group-stats/queue-backlog';
import { databaseNow } from '../http/database-time';
import { defineRead } from '../http/define-read';
import { type DifferingView, differingView } from './subscriptions';
import { type BroadcastFailureView, type BroadcastMembersView, readBroadcastFailures, readMembers } from './broadcast';
import {
  differingInCluster,
  figuresOfCluster,
  type GroupInBrokers,
  inBrokers,
  openClusterGroup,
  versionView,
} from './cluster-group';
import { type GroupFigures, readFigures } from './group-figures';
import { type GroupView, toGroupView } from './groups';
import { readOrUnknown } from './read-or-unknown';

export const groupInput = z.strictObject({ group: z.string().max(200) });

export interface GroupVersionView {
  readonly version: number;
  readonly actor: string;
  readonly reason: string | null;
  readonly at: string;
}

export interface GroupHead {
  readonly group: GroupView;
  readonly figures: GroupFigures;
  readonly changed: GroupVersionView | null;
  /** Dead within the hour if every try fails, as last sampled. */
  readonly deathsDue: Reading<number>;
  /** Null: served by this installation, which has one store. */
  readonly inBrokers: GroupInBrokers | null;
  /** Connected clients have different filters on a topic; null: none do, as last counted. */
  readonly differing: DifferingView | null;
}

const FRESH_MS = 30_000;

/** The frame of every page of a group: state strip and tabs. */
export const groupRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: groupInput,
  run: async ({ broker, store }, { group: name }): Promise<GroupHead> => {
    const group = await findGroup(broker, name);
    const asOf = broker.clock.nowOrNull()?.toISOString() ?? (await databaseNow(store.console));
    const [figures, versions, due, differing] = await Promise.all([
      readFigures(broker, group.groupId),
      groupVersions(broker.store.prisma, group.groupId, 1),
      readOrUnknown(deathsDueNewest(store.console, group.groupId, new Date(Date.parse(asOf) - FRESH_MS)), asOf),
      readDiffering(broker, group.groupId),
    ]);
    const [newest] = versions;
    return {
      group: toGroupView(group),
      figures: figures(group.groupId, group.name),
      deathsDue:
        due.kind === 'unknown'
          ? due
          : due.value === null
            ? unknown('not sampled yet')
            : known(due.value.deaths, due.value.at.toISOString()),
      changed:
        newest === undefined
          ? null
          : { version: newest.version, actor: newest.actor, reason: newest.reason, at: newest.at.toISOString() },
      inBrokers: null,
      differing: differingView(differing),
    };
  },
  runInCluster: async (ctx, { group: name }): Promise<GroupHead> => {
    const group = await readGroup(ctx.engine.cluster, name);
    const [{ noted, view }, sample, differing] = await Promise.all([
      openClusterGroup(ctx, group),
      ctx.engine.groups.read(group),
      differingInCluster(ctx, name),
    ]);
    const sampled = { last: sample, problem: null };
    return {
      ...{ group: view, figures: figuresOfCluster(sampled, sample.lag.asOf), inBrokers: inBrokers(group, sampled) },
      deathsDue: notOffered('waiting retries of 5.x clients cannot be listed'),
      changed: noted === undefined ? null : versionView(noted),
      differing,
    };
  },
});

export interface QueueView {
  readonly topic: string;
  readonly queueNo: number;
  readonly cursor: number;
  readonly tail: number;
  readonly ready: Reading<number>;
  readonly oldestAt: string | null;
}

/** Why deliveries of the last hour failed, and how many of their messages are dead letters now. */
export interface GroupCauseView {
  /** Null: no reason was reported. */
  readonly fingerprint: string | null;
  readonly errorType: string | null;
  readonly text: string | null;
  readonly failed: number;
  readonly dead: number;
  /** The last report; null: of failures without one. */
  readonly lastAt: string | null;
}

export interface FailureMinute {
  readonly at: string;
  readonly failed: number;
  readonly died: number;
}

const CHART_MINUTES = 60;

export interface GroupOverview {
  /** The last 60 minutes, oldest first. */
  readonly failures: Reading<readonly FailureMinute[]>;
  readonly queues: Reading<readonly QueueView[]>;
  readonly causes: Reading<readonly GroupCauseView[]>;
  /** Null: not a broadcast group. */
  readonly broadcast: {
    readonly members: Reading<BroadcastMembersView>;
    readonly failures: Reading<readonly BroadcastFailureView[]>;
  } | null;
}

export const groupOverviewRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: groupInput,
  run: async ({ broker, store }, { group: name }): Promise<GroupOverview> => {
    const group = await findGroup(broker, name);
    const asOf = await databaseNow(store.console);
    const db = store.console;
    const isBroadcast = group.messageModel === 'broadcasting';
    const [minutes, queues, causes, members, failed] = await Promise.all([
      readOrUnknown(failureMinutes(db, group.groupId, CHART_MINUTES), asOf),
      readOrUnknown(queueBacklog(db, group.groupId), asOf),
      readOrUnknown(groupCauses(db, group.groupId, CHART_MINUTES), asOf),
      isBroadcast ? readOrUnknown(readMembers(broker, group.groupId, asOf), asOf) : null,
      isBroadcast ? readOrUnknown(readBroadcastFailures(broker, group.groupId), asOf) : null,
    ]);
    return {
      failures: mapReading(minutes, (rows) => rows.map((row) => ({ ...row, at: row.at.toISOString() }))),
      queues: mapReading(queues, (rows) =>
        rows.map((row) => ({
          ...row,
          ready: known(row.tail - row.cursor, asOf),
          oldestAt: row.oldestAt?.toISOString() ?? null,
        })),
      ),
      causes: causesOf(minutes, causes),
      broadcast: members === null || failed === null ? null : { members, failures: failed },
    };
  },
});

/** What failed and was not reported is the rest of all that failed. */
function causesOf(
  minutes: Reading<readonly FailureMinuteRow[]>,
  causes: Reading<readonly GroupCauseRow[]>,
): Reading<readonly GroupCauseView[]> {
  if (minutes.kind === 'unknown') return unknown(minutes.reason);
  const all = minutes.value.reduce((sum, { failed, died }) => sum + failed + died, 0);
  return mapReading(causes, (rows) => {
    const reported = rows.reduce((most, row) => Math.max(most, row.reported), 0);
    return rows
      .map(({ fingerprint, errorType, text, failed, dead, lastAt }) => ({
        ...{ fingerprint, errorType, text, dead },
        failed: fingerprint === null ? Math.max(0, all - reported) : failed,
        lastAt: fingerprint === null ? null : (lastAt?.toISOString() ?? null),
      }))
      .filter(({ failed, dead }) => failed + dead > 0)
      .toSorted((one, other) => other.failed - one.failed);
  });
}
