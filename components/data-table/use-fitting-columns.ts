'use client';

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
  const chosen = chosenColumns(columns, cols);
  const order = foldOrder(chosen);
  const [scroller, { folded, fits }] = useRoom(order.length, content);
  const gone = new Set(order.slice(0, folded));
  return { columns: chosen.filter(({ id }) => !gone.has(id)), folded, fits, scroller };
}
