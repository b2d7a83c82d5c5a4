import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  /** Put the unit here, not in the cells: "Body, B". */
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are "end". */
  readonly align?: 'start' | 'end';
  /** CSS width; the rest share what is left. */
  readonly width?: string;
  /** One line that takes the room that is left, and is cut with an ellipsis. */
  readonly clip?: boolean;
  /** May wrap; others stay on one line. */
  readonly wrap?: boolean;
  /** Left out below 860 px. */
  readonly hideNarrow?: boolean;
  /** Name for ?sort=; without it the column does not sort. */
  readonly sortKey?: string;
}

export interface SortState {
  readonly key: string;
  readonly descending: boolean;
}

/** "-dead" and "dead", as in ?sort=. */
export function readSort(text: string | undefined, fallback: SortState): SortState {
  if (text === undefined || text === '') return fallback;
  return text.startsWith('-') ? { key: text.slice(1), descending: true } : { key: text, descending: false };
}

export function writeSort(sort: SortState): string {
  return `${sort.descending ? '-' : ''}${sort.key}`;
}
