import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { redriveName, type RedriveVerdict } from '../../model/redrive/redrive';
import { redriveItems, type RedriveItemRow } from '../../store/queries/redrive/redrive-items';
import { redriveList, redriveRead, type RedriveRow, type RunSpan } from '../../store/queries/redrive/redrive-read';
import { textsShown } from '../audit/texts-shown';
import type { BrokerContext } from '../context';
import { checkLimit, cutPage, type ListInput, type Page } from '../page-of';

export type Redrive = RedriveRow;
export type RedriveItem = RedriveItemRow;

const DEFAULT_PAGE = 100;

/** With its verdicts, read from the rows now. @throws BrokerError not-found */
export async function readRedrive(ctx: BrokerContext, redriveId: number): Promise<Redrive> {
  return await findRun(redriveId, async () => {
    const row = await redriveRead(ctx.store.console, redriveId);
    return row === null ? null : ((await reasonsShown(ctx, [row]))[0] ?? null);
  });
}

/** The reason of one can name a topic of another team: the one of a redirect to it does. */
async function reasonsShown(ctx: BrokerContext, rows: readonly Redrive[]): Promise<Redrive[]> {
  const show = await textsShown(
    ctx,
    rows.map(({ createdBy, reason }) => [createdBy, reason] as const),
  );
  return rows.map((row) => ({ ...row, reason: show(row.createdBy, row.reason) ?? '' }));
}

/** Of either engine. @param where the cluster @throws BrokerError not-found */
export async function findRun<T>(
  redriveId: number,
  read: () => Promise<T | null>,
  where: string | null = null,
): Promise<T> {
  const found = Number.isInteger(redriveId) && redriveId > 0 && redriveId < 2 ** 31 ? await read() : null;
  if (found !== null) return found;
  throw new BrokerError(
    'not-found',
    where === null
      ? told('Re-drive {redrive} does not exist.', { redrive: redriveName(redriveId) })
      : told('Re-drive {redrive} does not exist in {cluster}.', { redrive: redriveName(redriveId), cluster: where }),
    {
      field: 'redriveId',
      value: redriveId,
    },
  );
}

interface RunsAsked extends ListInput {
  readonly group?: string | undefined;
  readonly openOnly?: boolean | undefined;
  readonly span?: RunSpan | undefined;
}

/** Newest first. @throws BrokerError bad-request, group-not-found */
export async function listRedrives(
  ctx: BrokerContext,
  { group, openOnly = false, span, cursor, limit = 50 }: RunsAsked = {},
): Promise<Page<Redrive>> {
  return await pageByNumber({ cursor, limit }, 'redriveId', async (before, most) => {
    const groupId = group === undefined ? null : (await ctx.groups.find(group)).groupId;
    return await reasonsShown(ctx, await redriveList(ctx.store.console, { groupId, openOnly, span }, before, most));
  });
}

interface ItemsAsked extends ListInput {
  readonly redriveId: number;
  readonly verdicts?: readonly RedriveVerdict[] | undefined;
}

/** The messages of a re-drive in release order. @throws BrokerError bad-request */
export function listRedriveItems(
  ctx: BrokerContext,
  { redriveId, verdicts, ...page }: ItemsAsked,
): Promise<Page<RedriveItem>> {
  return pageByNumber(page, 'ord', (after, limit) =>
    redriveItems(ctx.store.console, redriveId, verdicts ?? null, after ?? 0, limit),
  );
}

/** One that is cut where the next begins, by a number. @throws BrokerError bad-request */
export async function pageByNumber<Key extends string, T extends Readonly<Record<Key, number>>>(
  { cursor, limit = DEFAULT_PAGE }: ListInput,
  key: Key,
  read: (after: number | null, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  checkLimit(limit);
  if (cursor !== undefined && cursor !== '' && !/^\d{1,9}$/.test(cursor))
    throw new BrokerError('bad-request', told('Invalid cursor. Request the first page again.'), {
      field: 'cursor',
      value: cursor.slice(0, 40),
    });
  const rows = await read(cursor === undefined || cursor === '' ? null : Number(cursor), limit + 1);
  return cutPage(rows, limit, (last) => String(last[key]));
}
