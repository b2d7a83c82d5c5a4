import { isValidElement, type ReactNode } from 'react';

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
  /** A text of any length, on one line of at most a quarter of the table. */
  readonly cut?: boolean;
  /** The buttons of a row: shown whatever is chosen, and however little room there is. */
  readonly fixed?: boolean;
  /** The first to go where there is little room. */
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

export type NamedColumn = Pick<Column<never>, 'id' | 'header' | 'hideNarrow' | 'clip' | 'fixed'>;

/** The first column names the row: it cannot be left out either. */
export function isFixed(column: NamedColumn, place: number): boolean {
  return place === 0 || column.fixed === true;
}

/** The columns that ?cols= names, in that order; without it all of them. Names that no column has are passed over. */
export function chosenColumns<C extends NamedColumn>(columns: readonly C[], cols: string | undefined): readonly C[] {
  if (cols === undefined || cols === '') return columns;
  const wanted = cols.split(',').flatMap((id) => columns.filter((column) => column.id === id));
  const free = wanted.filter((column) => !isFixed(column, columns.indexOf(column)));
  if (free.length === 0) return columns;
  return [...columns.slice(0, 1), ...new Set(free), ...columns.slice(1).filter(({ fixed }) => fixed === true)];
}

/** ?cols= with this column shown or left out; undefined: all are shown. */
export function toggleColumn(
  columns: readonly NamedColumn[],
  cols: string | undefined,
  id: string,
): string | undefined {
  const shown = new Set(chosenColumns(columns, cols).map((column) => column.id));
  if (!shown.delete(id)) shown.add(id);
  const free = columns.filter((column, place) => !isFixed(column, place));
  const next = free.filter((column) => shown.has(column.id));
  return next.length === 0 || next.length === free.length ? undefined : next.map((column) => column.id).join(',');
}

/** Where there is no room for all: which go, first the ones that say so themselves, then from the last one on. */
export function foldOrder(columns: readonly NamedColumn[]): readonly string[] {
  const free = columns.filter((column, place) => !isFixed(column, place)).toReversed();
  const rank = ({ hideNarrow, clip }: NamedColumn) => (hideNarrow === true ? 0 : clip === true ? 2 : 1);
  return free.toSorted((one, other) => rank(one) - rank(other)).map(({ id }) => id);
}

/** For screens without room for heads; of a head with an explanation, its text. Heads for screen readers alone have none. */
export function labelOf<Row>({ header }: Pick<Column<Row>, 'header'>): string | undefined {
  if (typeof header === 'string') return header;
  if (!isValidElement<{ readonly title?: string; readonly children?: ReactNode }>(header)) return undefined;
  const { title, children } = header.props;
  return title !== undefined && typeof children === 'string' ? children : undefined;
}
