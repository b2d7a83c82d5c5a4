import 'server-only';
import { findGroup } from '../../broker';
import { blockedCounts, blockedKeys } from '../../store/queries/group-stats/blocked-keys';
import { defineRead } from '../http/define-read';
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
  /** Including the keys beyond `items`, and the messages behind all of them. */
  readonly total: { readonly keys: number; readonly behind: number };
}

const PAGE = 200;

export const groupKeysRead = defineRead({
  permission: 'group:read',
  input: groupInput,
  run: async ({ broker, store }, { group: name }): Promise<BlockedKeysPage> => {
    const group = await findGroup(broker, name);
    const now = broker.clock.nowOrNull();
    const [rows, [counts]] = await Promise.all([
      blockedKeys(store.console, now, group.groupId, PAGE),
      blockedCounts(store.console, now, group.groupId),
    ]);
    return {
      group: toGroupView(group),
      items: rows.map((row) => ({
        ...row,
        key: row.key.startsWith('\u0001') ? null : row.key,
        since: row.since.toISOString(),
        visibleAt: row.visibleAt.toISOString(),
      })),
      // A key that was freed between the two readings is not counted below what is listed.
      total: { keys: Math.max(rows.length, counts?.keys ?? 0), behind: counts?.behind ?? 0 },
    };
  },
});
