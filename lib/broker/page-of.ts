import { requireCount } from '../model/check-number';
import { BrokerError } from '../model/errors';
import { told } from '../model/language/t';
import { momentMs } from '../model/moment';

export interface ListInput {
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Null: this was the last page. */
  readonly nextCursor: string | null;
}

/**
 * The groups of a cursor's pattern, the first of them a time or "infinity"; null: the first page is asked for.
 * @throws BrokerError bad-request
 */
export function cursorParts(text: string | undefined, pattern: RegExp): readonly string[] | null {
  if (text === undefined || text === '') return null;
  const [, at = '', ...rest] = pattern.exec(text) ?? [];
  if ((at !== 'infinity' && momentMs(at) === null) || text.includes('\u0000'))
    throw new BrokerError('bad-request', told('Invalid cursor. Request the first page again.'), {
      field: 'cursor',
      limit: 'nextCursor of the page before',
      value: text.slice(0, 40),
    });
  return [at, ...rest];
}

export const MAX_PAGE = 500;
const DEFAULT_PAGE = 100;

/** A page in name order; the cursor is the last name of the page before. */
export async function pageOf<T extends { readonly name: string }>(
  { cursor, limit = DEFAULT_PAGE }: ListInput,
  read: (after: string, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  checkLimit(limit);
  const rows = await read(cursor ?? '', limit + 1);
  return cutPage(rows, limit, ({ name }) => name);
}

/** Of rows read with one more than `limit`: that one shows that there is a next page. */
export function cutPage<T>(rows: readonly T[], limit: number, cursorOf: (last: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : cursorOf(last) };
}

/** @throws BrokerError bad-request */
export function checkLimit(limit: number): void {
  requireCount('limit', limit, MAX_PAGE);
}
