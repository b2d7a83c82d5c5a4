import 'server-only';
import { findGroup } from '../../broker';
import { groupVersions } from '../../store/queries/group/group-versions';
import { waitingAttempts } from '../../store/queries/group-stats/waiting-attempts';
import { defineRead } from '../http/define-read';
import { groupInput, type GroupVersionView } from './group';
import { type GroupView, toGroupView } from './groups';

/** Failed messages by how far they have come: what a change means for them. */
export interface AttemptBucket {
  /** Deliveries made so far. */
  readonly attempt: number;
  readonly leased: boolean;
  readonly messages: number;
  /** When the first of them falls due, or its lease ends. */
  readonly firstAt: string;
}

export interface GroupConfig {
  readonly group: GroupView;
  /** Newest first. */
  readonly versions: readonly GroupVersionView[];
  readonly buckets: readonly AttemptBucket[];
}

const VERSIONS_SHOWN = 20;

export const groupConfigRead = defineRead({
  permission: 'group:read',
  input: groupInput,
  run: async ({ broker, store }, { group: name }): Promise<GroupConfig> => {
    const group = await findGroup(broker, name);
    const [versions, buckets] = await Promise.all([
      groupVersions(store.prisma, group.groupId, VERSIONS_SHOWN),
      waitingAttempts(store.console, group.groupId),
    ]);
    return {
      group: toGroupView(group),
      versions: versions.map(({ version, actor, reason, at }) => ({ version, actor, reason, at: at.toISOString() })),
      buckets: buckets.map((bucket) => ({ ...bucket, firstAt: bucket.firstAt.toISOString() })),
    };
  },
});
