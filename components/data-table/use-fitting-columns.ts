'use client';

import { useMemo } from 'react';
import { chosenColumns, type Column, foldOrder } from './columns';
import { useRoom } from './use-room';

/** The columns that are chosen and have room beside each other; give `scroller` to the element around the table. */
export function useFittingColumns<Row>(
  columns: readonly Column<Row>[],
  cols: string | undefined,
  content: unknown,
): {
  readonly columns: readonly Column<Row>[];
  readonly folded: number;
  readonly fits: boolean;
  readonly scroller: ReturnType<typeof useRoom>[0];
} {
  const chosen = useMemo(() => chosenColumns(columns, cols), [columns, cols]);
  const order = useMemo(() => foldOrder(chosen), [chosen]);
  const [scroller, { folded, fits }] = useRoom(order.length, content);
  // The same columns stay the same: a row is drawn again only for another reason.
  const shown = useMemo(() => {
    const gone = new Set(order.slice(0, folded));
    return chosen.filter(({ id }) => !gone.has(id));
  }, [chosen, order, folded]);
  return { columns: shown, folded, fits, scroller };
}
