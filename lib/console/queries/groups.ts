import 'server-only';
import { z } from 'zod';
import { listGroups } from '../../broker';
import type { ConsumerGroup, MessageModel } from '../../model/group';
import { known, type Reading } from '../../model/reading';
import type { DeliveryOrder, RetryPolicy } from '../../model/retry-policy';
import { groupCount } from '../../store/queries/group/group-count';
import { databaseNow } from '../database-time';
import { defineRead } from '../read';
import { type GroupFigures, readFigures } from './group-figures';

/** A group's settings in a form that crosses to the browser. */
export interface GroupView {
  readonly name: string;
  readonly messageModel: MessageModel;
  readonly deliveryOrder: DeliveryOrder;
  readonly maxRetries: number;
  readonly retryPolicy: RetryPolicy;
  readonly consumptionTimeoutMs: number;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface GroupRow extends GroupView {
  readonly figures: GroupFigures;
}

export interface GroupsPage {
  readonly items: readonly GroupRow[];
  readonly total: Reading<number>;
}

/** More than this many groups are not sent to one page; the footer says so. */
const MAX_GROUPS = 500;

export const groupsRead = defineRead({
  permission: 'group:read',
  input: z.object({}),
  run: async ({ broker }): Promise<GroupsPage> => {
    const [groups, figures] = await Promise.all([listGroups(broker, { limit: MAX_GROUPS }), readFigures(broker, null)]);
    const items = groups.items.map((group) => ({ ...toGroupView(group), figures: figures(group.groupId, group.name) }));
    const total = groups.nextCursor === null ? items.length : await groupCount(broker.store.console);
    return { items, total: known(total, await databaseNow(broker.store.console)) };
  },
});

export function toGroupView(group: ConsumerGroup): GroupView {
  return {
    name: group.name,
    messageModel: group.messageModel,
    deliveryOrder: group.deliveryOrder,
    maxRetries: group.maxRetries,
    retryPolicy: group.retryPolicy,
    consumptionTimeoutMs: group.consumptionTimeoutMs,
    version: group.version,
    createdAt: group.createdAt.toISOString(),
    updatedAt: group.updatedAt.toISOString(),
  };
}
