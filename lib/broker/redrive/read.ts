import { BrokerError } from '../../model/errors';
import { redriveName, type RedriveVerdict } from '../../model/redrive';
import { redriveItems, type RedriveItemRow } from '../../store/queries/redrive/redrive-items';
import { redriveList, redriveRead, type RedriveRow } from '../../store/queries/redrive/redrive-read';
import type { BrokerContext } from '../context';
import { type ListInput, MAX_PAGE, type Page } from '../page-of';

export type Redrive = RedriveRow;
export type RedriveItem = RedriveItemRow;

const DEFAULT_PAGE = 100;

/** With its verdicts, read from the rows now. @throws BrokerError not-found */
export async function readRedrive(ctx: BrokerContext, redriveId: number): Promise<Redrive> {
  const redrive =
    Number.isInteger(redriveId) && redriveId > 0 && redriveId < 2 ** 31
      ? await redriveRead(ctx.store.console, redriveId)
      : null;
  if (redrive === null)
    throw new BrokerError('not-found', `Re-drive ${redriveName(redriveId)} does not exist.`, {
      field: 'redriveId',
      value: redriveId,
    });
  return redrive;
}

/** Newest first. @throws BrokerError bad-request, group-not-found */
export async function listRedrives(
  ctx: BrokerContext,
  {
    group,
    openOnly = false,
    cursor,
    limit = 50,
  }: ListInput & { readonly group?: string | undefined; readonly openOnly?: boolean | undefined } = {},
): Promise<Page<Redrive>> {
  checkLimit(limit);
  const groupId = group === undefined ? null : (await ctx.groups.find(group)).groupId;
  const rows = await redriveList(ctx.store.console, { groupId, openOnly }, readCursor(cursor), limit + 1);
  return pageOf(rows, limit, ({ redriveId }) => redriveId);
}

/** The messages of a re-drive in release order. @throws BrokerError bad-request */
export async function listRedriveItems(
  ctx: BrokerContext,
  {
    redriveId,
    verdicts,
    cursor,
    limit = DEFAULT_PAGE,
  }: ListInput & { readonly redriveId: number; readonly verdicts?: readonly RedriveVerdict[] | undefined },
): Promise<Page<RedriveItem>> {
  checkLimit(limit);
  const rows = await redriveItems(ctx.store.console, redriveId, verdicts ?? null, readCursor(cursor) ?? 0, limit + 1);
  return pageOf(rows, limit, ({ ord }) => ord);
}

export function pageOf<T>(rows: readonly T[], limit: number, keyOf: (row: T) => number): Page<T> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : String(keyOf(last)) };
}

export function readCursor(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  if (!/^\d{1,9}$/.test(text))
    throw new BrokerError('bad-request', 'Invalid cursor. Request the first page again.', {
      field: 'cursor',
      value: text.slice(0, 40),
    });
  return Number(text);
}

export function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) {
    throw new BrokerError('bad-request', `limit must be a whole number from 1 to ${MAX_PAGE}; it is ${limit}.`, {
      field: 'limit',
      limit: `1 to ${MAX_PAGE}`,
      value: limit,
    });
  }
}
