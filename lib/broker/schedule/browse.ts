import {
  type ScheduledCursor,
  type ScheduledFigures,
  scheduledFigures,
  scheduledFind,
  scheduledList,
  type ScheduledRow,
} from '../../store/queries/schedule/scheduled-read';
import type { BrokerContext } from '../context';
import { checkLimit, cursorParts, cutPage, type ListInput, type Page } from '../page-of';

export type ScheduledMessage = ScheduledRow;

const DEFAULT_PAGE = 100;

/**
 * What waits on a DELAY topic, next due first; recalled ones are not listed.
 * @throws BrokerError topic-not-found, bad-request
 */
export async function listScheduled(
  ctx: BrokerContext,
  { topic: name, cursor, limit = DEFAULT_PAGE }: ListInput & { readonly topic: string },
): Promise<Page<ScheduledMessage>> {
  checkLimit(limit);
  const topic = await ctx.topics.find(name);
  const rows = await scheduledList(ctx.store.console, topic.topicId, readCursor(cursor), limit + 1);
  return cutPage(rows, limit, (last) => `${last.dueAt.toISOString()}_${last.messageId}`);
}

/** The message as it waits, or as it was recalled; one per topic that holds the id. */
export function findScheduled(ctx: BrokerContext, messageId: string): Promise<ScheduledMessage[]> {
  return scheduledFind(ctx.store.console, messageId);
}

/** How many wait on each DELAY topic, or on one, and the next due time. */
export function countScheduled(ctx: BrokerContext, topicId: number | null = null): Promise<ScheduledFigures[]> {
  return scheduledFigures(ctx.store.console, topicId);
}

/** The id is the last part: it may hold any character. */
function readCursor(text: string | undefined): ScheduledCursor | null {
  const parts = cursorParts(text, /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(.{1,255})$/s);
  return parts === null ? null : { dueAt: parts[0] ?? '', messageId: parts[1] ?? '' };
}
