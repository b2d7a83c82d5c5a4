'use client';

import type { UrlParams } from '@/components/data-table/use-url-params';
import { peekOf, type Peeked, readPeek } from './peek.model';
import { msg, t } from '@/lib/model/language/t';

const WORDS = {
  letter: { read: msg('Open the dead letter beside the list'), open: msg('Open the page of the dead letter') },
  message: { read: msg('Open the message beside the list'), open: msg('Open the page of the message') },
} as const;

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
    openLabel: t(peeked === null ? WORDS[noun].read : WORDS[noun].open),
  };
}
