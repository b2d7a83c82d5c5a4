import 'server-only';
import { z } from 'zod';
import { type Backlogs, listGroups } from '../../broker';
import type { ConsumerGroup } from '../../model/group';
import { type GroupSettings, pickGroupSettings } from '../../model/group-settings';
import { known, type Reading, unknown, valueOrNull } from '../../model/reading';
import { groupCount } from '../../store/queries/group/group-count';
import { databaseNow } from '../http/database-time';
import { defineRead } from '../http/define-read';
import type { GroupInBrokers } from './cluster-group';
import { type BrokersView, readClusterGroups } from './cluster-groups';
import { type BacklogView, readSharedBacklogs, toBacklogView } from './backlog';
import { type GroupFigures, readFigures } from './group-figures';

/** A group's settings in a form that crosses to the browser. */
export interface GroupView extends GroupSettings {
  readonly name: string;
  readonly version: number;
  /** Null: a broker does not tell. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  /** Null: its messages are handed out. */
  readonly paused: GroupPause | null;
}

export interface GroupPause {
  /** Null: before it was first seen here. */
  readonly at: string | null;
  readonly by: string;
  /** Empty: none is known. */
  readonly reason: string;
}

export interface GroupRow extends GroupView {
  readonly figures: GroupFigures;
  /** From the samples, every 10 s. */
  readonly backlog: BacklogSummary;
  /** Null: served by this installation, which has one store. */
  readonly inBrokers: GroupInBrokers | null;
}

export interface BacklogSummary extends Pick<BacklogView, 'total' | 'drain' | 'redrive'> {
  /** The last hour, oldest first; null: not known then. */
  readonly trend: readonly (number | null)[];
}

export interface GroupsPage {
  readonly items: readonly GroupRow[];
  readonly total: Reading<number>;
  /** Null: nothing of the page can be missing alone. */
  readonly brokers: BrokersView | null;
}

/** More than this many groups are not sent to one page; the footer says so. */
const MAX_GROUPS = 500;

export const groupsRead = defineRead({
  permission: 'group:read',
  subject: 'listed',
  input: z.object({}),
  run: async ({ broker }): Promise<GroupsPage> => {
    const [groups, figures, backlogs] = await Promise.all([
      listGroups(broker, { limit: MAX_GROUPS }),
      readFigures(broker, null),
      readSharedBacklogs(broker).catch(() => null),
    ]);
    const asOf = await databaseNow(broker.store.console);
    const items = groups.items.map((group) => ({
      ...toGroupView(group),
      figures: figures(group.groupId, group.name),
      backlog: toSummary(group, backlogs, asOf),
      inBrokers: null,
    }));
    const total = groups.nextCursor === null ? items.length : await groupCount(broker.store.prisma);
    return { items, total: known(total, asOf), brokers: null };
  },
  runInCluster: readClusterGroups,
});

function toSummary({ groupId, messageModel }: ConsumerGroup, backlogs: Backlogs | null, asOf: string): BacklogSummary {
  if (backlogs === null) {
    const reason = 'the database did not respond';
    return { total: unknown(reason, asOf), drain: unknown(reason, asOf), redrive: null, trend: [] };
  }
  const { total, drain, redrive } = toBacklogView(backlogs.of(groupId), messageModel === 'broadcasting');
  const past = backlogs.trendOf(groupId).map(({ backlog }) => backlog);
  return { total, drain, redrive, trend: [...past, valueOrNull(total)] };
}

export function toGroupView(group: ConsumerGroup): GroupView {
  return {
    name: group.name,
    ...pickGroupSettings(group),
    version: group.version,
    createdAt: group.createdAt.toISOString(),
    updatedAt: group.updatedAt.toISOString(),
    paused:
      group.pausedAt === null
        ? null
        : { at: group.pausedAt.toISOString(), by: group.pausedBy ?? '', reason: group.pauseReason ?? '' },
  };
}
