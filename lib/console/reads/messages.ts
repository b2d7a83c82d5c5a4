import 'server-only';
import { z } from 'zod';
import { findGroup } from '../../broker';
import { LOOKED_THROUGH, recentFailures, type RecentFailureRow } from '../../store/queries/timeline/recent-failures';
import { defineRead } from '../http/define-read';

export interface RecentFailureView extends Omit<RecentFailureRow, 'at' | 'dueAt'> {
  readonly at: string;
  readonly dueAt: string | null;
}

export interface MessagesPage {
  readonly items: readonly RecentFailureView[];
  readonly groups: readonly string[];
  readonly topics: readonly string[];
  /** Only the newest transitions were looked through. */
  readonly lookedThrough: number;
}

const PAGE = 50;
const MOST_NAMES = 500;

export const messagesRead = defineRead({
  permission: 'message:read',
  subject: { group: ({ group }) => group },
  input: z.strictObject({ group: z.string().max(200).optional() }),
  run: async ({ broker, store }, { group }): Promise<MessagesPage> => {
    const groupId = group === undefined ? null : (await findGroup(broker, group)).groupId;
    const [rows, groups, topics] = await Promise.all([
      recentFailures(store.console, groupId, PAGE),
      store.prisma.consumerGroup.findMany({
        where: { broadcastOf: null },
        select: { name: true },
        orderBy: { name: 'asc' },
        take: MOST_NAMES,
      }),
      store.prisma.topic.findMany({
        where: { deadLetterTopic: null, deletedAt: null },
        select: { name: true },
        orderBy: { name: 'asc' },
        take: MOST_NAMES,
      }),
    ]);
    return {
      items: rows.map((row) => ({ ...row, at: row.at.toISOString(), dueAt: row.dueAt?.toISOString() ?? null })),
      groups: groups.map(({ name }) => name),
      topics: topics.map(({ name }) => name),
      lookedThrough: LOOKED_THROUGH,
    };
  },
});
