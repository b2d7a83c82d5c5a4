import 'server-only';
import { findGroup, readGroupHistory } from '../../broker';
import { type GroupSettings, pickGroupSettings } from '../../model/group-settings';
import { waitingAttempts } from '../../store/queries/group-stats/waiting-attempts';
import { defineRead } from '../http/define-read';
import { groupInput, type GroupVersionView } from './group';
import type { AttemptBucket } from './group-config';
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
  readonly buckets: readonly AttemptBucket[];
}

export const groupHistoryRead = defineRead({
  permission: 'group:read',
  input: groupInput,
  run: async ({ broker, store }, { group: name }): Promise<GroupHistoryView> => {
    const group = await findGroup(broker, name);
    const [versions, buckets] = await Promise.all([
      readGroupHistory(broker, name),
      waitingAttempts(store.console, group.groupId),
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
      buckets: buckets.map((bucket) => ({ ...bucket, firstAt: bucket.firstAt.toISOString() })),
    };
  },
});
