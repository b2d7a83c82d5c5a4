import 'server-only';
import { z } from 'zod';
import { changesAround, findGroup } from '../../broker';
import { known, mapReading, type Reading } from '../../model/reading';
import { blockedCounts } from '../../store/queries/group-stats/blocked-keys';
import { groupCauses } from '../../store/queries/group-stats/group-causes';
import { failureMinutes } from '../../store/queries/group-stats/failure-minutes';
import { groupVersions } from '../../store/queries/group/group-versions';
import { queueBacklog } from '../../store/queries/group-stats/queue-backlog';
import { databaseNow } from '../http/database-time';
import { defineRead } from '../http/define-read';
import { type BroadcastFailureView, type BroadcastMembersView, readBroadcastFailures, readMembers } from './broadcast';
import { type ChangeView, toChangeView } from './group-changes';
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
}

/** The frame of every page of a group: state strip and tabs. */
export const groupRead = defineRead({
  permission: 'group:read',
  input: groupInput,
  run: async ({ broker }, { group: name }): Promise<GroupHead> => {
    const group = await findGroup(broker, name);
    const [figures, versions] = await Promise.all([
      readFigures(broker, group.groupId),
      groupVersions(broker.store.prisma, group.groupId, 1),
    ]);
    const [newest] = versions;
    return {
      group: toGroupView(group),
      figures: figures(group.groupId, group.name),
      changed:
        newest === undefined
          ? null
          : { version: newest.version, actor: newest.actor, reason: newest.reason, at: newest.at.toISOString() },
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

/** Why deliveries of the last hour failed, and how many ended dead. */
export interface GroupCauseView {
  /** Null: no reason was reported. */
  readonly fingerprint: string | null;
  readonly errorType: string | null;
  readonly text: string | null;
  readonly failed: number;
  readonly died: number;
  readonly lastAt: string;
}

export interface FailureMinute {
  readonly at: string;
  readonly failed: number;
  readonly died: number;
}

const CHART_MINUTES = 60;
const CHANGES_MS = 86_400_000;

export interface GroupOverview {
  /** The last 60 minutes, oldest first. */
  readonly failures: Reading<readonly FailureMinute[]>;
  /** Blocked keys whose clients may be retrying on their own: what fails there is not in `failures`. */
  readonly unreported: Reading<number>;
  readonly queues: Reading<readonly QueueView[]>;
  readonly causes: Reading<readonly GroupCauseView[]>;
  /** Of the last 24 hours, newest first. */
  readonly changes: Reading<readonly ChangeView[]>;
  /** Null: not a broadcast group. */
  readonly broadcast: {
    readonly members: Reading<BroadcastMembersView>;
    readonly failures: Reading<readonly BroadcastFailureView[]>;
  } | null;
}

export const groupOverviewRead = defineRead({
  permission: 'group:read',
  input: groupInput,
  run: async ({ broker, store }, { group: name }): Promise<GroupOverview> => {
    const group = await findGroup(broker, name);
    const asOf = await databaseNow(store.console);
    return {
      failures: mapReading(
        await readOrUnknown(failureMinutes(store.console, group.groupId, CHART_MINUTES), asOf),
        (rows) => rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      ),
      unreported: mapReading(
        await readOrUnknown(blockedCounts(store.console, broker.clock.nowOrNull(), group.groupId), asOf),
        ([row]) => row?.withClients ?? 0,
      ),
      queues: mapReading(await readOrUnknown(queueBacklog(store.console, group.groupId), asOf), (rows) =>
        rows.map((row) => ({
          ...row,
          ready: known(row.tail - row.cursor, asOf),
          oldestAt: row.oldestAt?.toISOString() ?? null,
        })),
      ),
      causes: mapReading(await readOrUnknown(groupCauses(store.console, group.groupId, CHART_MINUTES), asOf), (rows) =>
        rows.map((row) => ({ ...row, lastAt: row.lastAt.toISOString() })),
      ),
      changes: mapReading(
        await readOrUnknown(
          changesAround(broker, { group: name, at: new Date(asOf), beforeMs: CHANGES_MS, afterMs: 1000 }),
          asOf,
        ),
        (rows) => rows.map((change) => toChangeView(change, name)).toReversed(),
      ),
      broadcast:
        group.messageModel === 'clustering'
          ? null
          : {
              members: await readOrUnknown(readMembers(broker, group.groupId, asOf), asOf),
              failures: await readOrUnknown(readBroadcastFailures(broker, group.groupId), asOf),
            },
    };
  },
});
