import type { HalfState } from '../../model/message/half-message';
import { LIMITS } from '../../model/limits';
import {
  halfCount,
  type HalfCursor,
  halfFind,
  halfGivenUpCount,
  type HalfMessageRow,
  halfPending,
  halfResolved,
} from '../../store/queries/half-message/half-browse';
import type { BrokerContext } from '../context';
import { checkLimit, cursorParts, cutPage, type ListInput, type Page } from '../page-of';

export type HalfMessage = HalfMessageRow;

export const TRANSACTION_FILTERS = ['pending', 'resolved', 'committed', 'rolled-back', 'given-up'] as const;
export type TransactionFilter = (typeof TRANSACTION_FILTERS)[number];

export interface ListTransactionsInput extends ListInput {
  readonly topic: string;
  readonly state: TransactionFilter;
}

const DEFAULT_PAGE = 100;
const RESOLVED: readonly HalfState[] = ['committed', 'rolled-back', 'given-up'];

/**
 * Half messages of a topic: pending ones, the longest waiting first, or resolved ones, the newest first.
 * @throws BrokerError topic-not-found, bad-request
 */
export async function listTransactions(ctx: BrokerContext, input: ListTransactionsInput): Promise<Page<HalfMessage>> {
  const { state, limit = DEFAULT_PAGE } = input;
  checkLimit(limit);
  const { topicId } = await ctx.topics.find(input.topic);
  const cursor = readCursor(input.cursor);
  const db = ctx.store.console;
  const rows =
    state === 'pending'
      ? await halfPending(db, topicId, cursor, limit + 1)
      : await halfResolved(db, topicId, state === 'resolved' ? RESOLVED : [state], cursor, limit + 1);
  return cutPage(rows, limit, (last) => `${last.orderAt}_${last.messageId}`);
}

/** Half messages with this id, in any topic and state; empty: none, or resolved longer ago than the retention. */
export async function findTransactions(ctx: BrokerContext, messageId: string): Promise<HalfMessage[]> {
  if (messageId.includes('\u0000') || messageId.length > LIMITS.messageIdBytes) return [];
  return await halfFind(ctx.store.console, messageId);
}

/** How many half messages wait, by topic; topics without any are left out. */
export async function countTransactions(ctx: BrokerContext): Promise<{ topic: string; pending: number }[]> {
  return await halfCount(ctx.store.console);
}

/** How many were given up and can still be committed, by topic; topics without any are left out. */
export async function countGivenUp(ctx: BrokerContext): Promise<{ topic: string; givenUp: number }[]> {
  return await halfGivenUpCount(ctx.store.console);
}

function readCursor(text: string | undefined): HalfCursor | null {
  const parts = cursorParts(text, /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(.{1,255})$/);
  return parts === null ? null : { at: parts[0] ?? '', messageId: parts[1] ?? '' };
}
