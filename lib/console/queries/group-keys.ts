import 'server-only';
import { findGroup } from '../../broker';
import { blockedKeys } from '../../store/queries/group-stats/blocked-keys';
import { defineRead } from '../read';
import { groupInput } from './group';
import { type GroupView, toGroupView } from './groups';

export interface BlockedKeyView {
  /** Null: a message without a key, which holds up only itself. */
  readonly key: string | null;
  readonly topic: string;
  readonly queueNo: number;
  readonly since: string;
  /** Null: its log segment is gone. */
  readonly headId: string | null;
  readonly headOff: number;
  readonly attempt: number;
  readonly held: boolean;
  readonly visibleAt: string;
  readonly client: string | null;
  readonly failed: boolean;
  readonly behind: number;
}

export interface BlockedKeysPage {
  readonly group: GroupView;
  readonly items: readonly BlockedKeyView[];
  readonly more: boolean;
}

const PAGE = 200;

export const groupKeysRead = defineRead({
  permission: 'group:read',
  input: groupInput,
  run: async ({ broker, store }, { group: name }): Promise<BlockedKeysPage> => {
    const group = await findGroup(broker, name);
    const rows = await blockedKeys(store.console, broker.clock.nowOrNull(), group.groupId, PAGE + 1);
    return {
      group: toGroupView(group),
      items: rows.slice(0, PAGE).map((row) => ({
        ...row,
        key: row.key.startsWith('\u0001') ? null : row.key,
        since: row.since.toISOString(),
        visibleAt: row.visibleAt.toISOString(),
      })),
      more: rows.length > PAGE,
    };
  },
});
