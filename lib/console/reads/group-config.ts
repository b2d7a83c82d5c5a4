import 'server-only';
import { findGroup, type LintFacts, readLintFacts } from '../../broker';
import type { Reading } from '../../model/reading';
import { groupVersions } from '../../store/queries/group/group-versions';
import { waitingAttempts } from '../../store/queries/group-stats/waiting-attempts';
import { databaseNow } from '../http/database-time';
import { defineRead } from '../http/define-read';
import { groupInput, type GroupVersionView } from './group';
import { type GroupView, toGroupView } from './groups';
import { readOrUnknown } from './read-or-unknown';

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
  /** What the settings are judged against. */
  readonly facts: Reading<LintFacts>;
}

const VERSIONS_SHOWN = 20;

export const groupConfigRead = defineRead({
  permission: 'group:read',
  input: groupInput,
  run: async ({ broker, store }, { group: name }): Promise<GroupConfig> => {
    const group = await findGroup(broker, name);
    const asOf = await databaseNow(store.console);
    const [versions, buckets, facts] = await Promise.all([
      groupVersions(store.prisma, group.groupId, VERSIONS_SHOWN),
      waitingAttempts(store.console, group.groupId),
      readOrUnknown(readLintFacts(broker, group), asOf),
    ]);
    return {
      group: toGroupView(group),
      facts,
      versions: versions.map(({ version, actor, reason, at }) => ({ version, actor, reason, at: at.toISOString() })),
      buckets: buckets.map((bucket) => ({ ...bucket, firstAt: bucket.firstAt.toISOString() })),
    };
  },
});
