'use client';

import type { UrlParams } from '@/components/data-table/use-url-params';
import { peekOf, type Peeked, readPeek } from './peek.model';

/** For the DataTable of a list whose rows are read beside it; which one is in ?peek=. */
export function usePeek<Row extends Peeked>(
  url: UrlParams,
  rows: readonly Row[] | undefined,
  rowId: (row: Row) => string,
  noun: 'letter' | 'message',
) {
  const peeked = readPeek(url.get('peek'));
  const shown = rows?.find((row) => row.messageId === peeked?.messageId && row.group === peeked.group);
  return {
    onPeek: (row: Row) => (peeked === null ? url.push : url.replace)({ peek: peekOf(row) }),
    peekedId: shown === undefined ? undefined : rowId(shown),
    openLabel: peeked === null ? `Read the ${noun} beside the list` : `Open the page of the ${noun}`,
  };
}
