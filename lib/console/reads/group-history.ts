import 'server-only';
import { findGroup, readAttempts, readGroupHistory, readGroupWork } from '../../broker';
import { readGroup } from '../../cluster';
import { keptSettings } from '../../engine';
import type { AttemptBucket } from '../../model/attempt-bucket';
import type { GroupWork } from '../../model/group-at-rest';
import { type GroupSettings, pickGroupSettings } from '../../model/group-settings';
import { clusterGroupVersions } from '../../store/queries/cluster/group-version';
import { databaseNow } from '../http/database-time';
import { defineRead } from '../http/define-read';
import { openClusterGroup, versionView } from './cluster-group';
import { groupInput, type GroupVersionView } from './group';
import { type GroupView, toGroupView } from './groups';

export interface VersionView extends GroupVersionView {
  readonly settings: GroupSettings;
  /** Null: no history is kept of that time. */
  readonly use: { readonly delivered: number; readonly redelivered: number; readonly died: number } | null;
}

export interface GroupHistoryView {
  readonly group: GroupView;
  /** Newest first; at most 200. */
  readonly versions: readonly VersionView[];
  /** Null: brokers of a cluster are asked for it by hand, on the page of the settings. */
  readonly buckets: readonly AttemptBucket[] | null;
  /** What is in progress: some changes wait for it. Null: brokers of a cluster take every change at any time. */
  readonly work: GroupWork | null;
}

const VERSIONS = 200;

export const groupHistoryRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: groupInput,
  run: async ({ broker, store }, { group: name }): Promise<GroupHistoryView> => {
    const group = await findGroup(broker, name);
    const asOf = new Date(await databaseNow(store.console));
    const [versions, buckets, work] = await Promise.all([
      readGroupHistory(broker, name),
      readAttempts(broker, asOf, group.groupId),
      readGroupWork(store.console, asOf, group.groupId),
    ]);
    return {
      group: toGroupView(group),
      versions: versions.map(({ version, actor, reason, at, use, ...settings }) => ({
        ...{ version, actor, reason, at: at.toISOString() },
        settings: pickGroupSettings(settings),
        use:
          use === null
            ? null
            : { delivered: use.delivered ?? 0, redelivered: use.redelivered ?? 0, died: use.died ?? 0 },
      })),
      ...{ buckets, work },
    };
  },
  runInCluster: async (ctx, { group: name }): Promise<GroupHistoryView> => {
    const group = await readGroup(ctx.engine.cluster, name);
    const { view } = await openClusterGroup(ctx, group);
    const versions = await clusterGroupVersions(ctx.store.prisma, ctx.engine.clusterId, name, VERSIONS);
    return {
      group: view,
      versions: versions.flatMap((version) => {
        const settings = keptSettings(version);
        return settings === null ? [] : [{ ...versionView(version), settings, use: null }];
      }),
      ...{ buckets: null, work: null },
    };
  },
});
