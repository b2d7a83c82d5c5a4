'use client';

import { useDeferredValue, useMemo } from 'react';

/** More than the first screen has room for. */
const FIRST_ROWS = 30;

/**
 * Newer rows of a long list wait for a key or a click: they take longer than a person should wait. Where one of the two
 * lists is short, the newer one is drawn at once: drawing it costs little, and an empty table must not stand above a
 * count of rows for as long as other work keeps the browser busy.
 */
export function rowsToDraw<Row>(
  rows: readonly Row[] | undefined,
  deferred: readonly Row[] | undefined,
): readonly Row[] | undefined {
  const isLong = (list: readonly Row[] | undefined) => list !== undefined && list.length > FIRST_ROWS;
  return isLong(rows) && isLong(deferred) ? deferred : rows;
}

/**
 * Of a long list the server sends the rows of the first screen, and a page that is opened draws these first: the others
 * follow at once, and a person need not wait for them. What is said of the rows is said of all of them.
 */
export function useFirstRows<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  const drawn = useDeferredValue(Math.max(FIRST_ROWS, rows?.length ?? 0), FIRST_ROWS);
  return useMemo(() => (rows === undefined || rows.length <= drawn ? rows : rows.slice(0, drawn)), [rows, drawn]);
}
