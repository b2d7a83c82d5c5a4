'use client';

import { t } from '@/lib/model/language/t';
import { useDeferredValue, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useCursorIn } from '@/components/keyboard/use-cursor-in';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { useHere } from '@/components/live/use-here';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/skeleton';
import { usePush } from '@/components/ui/use-push';
import type { Column, SortState } from './columns';
import styles from './data-table.module.css';
import { CheckMark } from './check-mark';
import { FoldedColumns } from './folded-columns';
import { HeadCell } from './head-cell';
import { RowSheet } from './row-sheet';
import { shownMark } from './selection.model';
import { type RowHand, TableRow } from './table-row';
import { rowsToDraw, useFirstRows } from './use-first-rows';
import { useFittingColumns } from './use-fitting-columns';
import type { Selection } from './use-selection';
import { useSelectionKeys } from './use-selection-keys';

export interface RowKey<Row> {
  readonly keys: string;
  readonly label: string;
  readonly run: (row: Row) => void;
}

export interface DataTableProps<Row> {
  /** Names the table for assistive technology: "Dead letters". */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** ?cols=, where the page has a ViewMenu. */
  readonly cols?: string | undefined;
  /** undefined while the first answer is on its way. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  /** Makes the first column a link and the whole row clickable; Enter opens the row under the cursor. */
  readonly rowHref?: (row: Row) => string;
  /** What Enter and a click do when a row has no page of its own; without it they show all of the row. */
  readonly onOpen?: (row: Row) => void;
  readonly openLabel?: string;
  /** Shows a row beside the table: a click on it, or Enter; Enter on the one that is shown opens its page. */
  readonly onPeek?: (row: Row) => void;
  readonly peekedId?: string | undefined;
  /** Keys on the row under the cursor, beside j and k: "e" acknowledges. */
  readonly rowKeys?: readonly RowKey<Row>[];
  readonly rowQuiet?: (row: Row) => boolean;
  /** Of each row, where a column says two things one below the other; without it one. */
  readonly lines?: 2;
  /** From useSelection(); without it there are no checkboxes. */
  readonly selection?: Selection;
  /** A row that cannot be selected says why. */
  readonly rowLocked?: (row: Row) => string | null;
  readonly sort?: SortState;
  readonly onSort?: (sort: SortState) => void;
  /** What stands in place of the rows when there are none: an EmptyState. */
  readonly empty: ReactNode;
  /** A failed read: an EmptyState of kind could-not-load or not-allowed. Rows, if any, stay below it. */
  readonly problem?: ReactNode;
  /** TableFooter. */
  readonly footer?: ReactNode;
}

/**
 * The one table: sticky head, rows of one height, as many columns as have room, keyboard (j k from any list of the page;
 * x, shift range, Enter, Esc on its own rows), selection that holds the page still.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rowId, rowHref, onPeek, peekedId, selection, sort, onSort } = props;
  const rows = rowsToDraw(props.rows, useDeferredValue(props.rows));
  const push = usePush();
  const here = useHere();
  const body = useRef<HTMLTableSectionElement>(null);
  const [whole, setWhole] = useState<Row | null>(null);
  const drawn = useFirstRows(rows);
  const { columns, folded, fits, scroller } = useFittingColumns(props.columns, props.cols, drawn);
  const ids = (rows ?? []).map(rowId);
  // until it was moved, the cursor is on what is shown beside the table
  const cursorId = useCursorIn(body) ?? peekedId;
  const onCursor = rows?.[cursorId === undefined ? -1 : ids.indexOf(cursorId)];

  const open = (row: Row) => {
    if (onPeek !== undefined && rowId(row) !== peekedId) onPeek(row);
    else if (rowHref !== undefined) push(rowHref(row));
    else (props.onOpen ?? setWhole)(row);
  };
  const openRow = (row: Row, event: MouseEvent) => {
    if (isOwnTarget(event)) return;
    if (rowHref !== undefined && (event.metaKey || event.ctrlKey))
      window.open(here(rowHref(row)), '_blank', 'noopener');
    else if (onPeek !== undefined) onPeek(row);
    else open(row);
  };
  const hand = useHand<Row>({
    toggle: (id, range) => (range ? selection?.range(id, ids) : selection?.toggle(id)),
    // what is shown beside the list goes with the cursor
    reach: (row, id) => (peekedId !== undefined && id !== peekedId ? onPeek?.(row) : undefined),
    open: openRow,
  });
  useShortcut(
    'enter',
    () => (onCursor === undefined ? undefined : open(onCursor)),
    openLabelOf(props),
    onCursor !== undefined,
  );
  useSelectionKeys(selection, ids, onCursor === undefined ? null : (cursorId ?? null));

  return (
    <>
      <RowShortcuts of={props.rowKeys ?? []} row={onCursor} />
      {props.problem}
      {rows === undefined && props.problem == null ? (
        <Skeleton label={t('Loading {list}', { list: props.label })} />
      ) : null}
      {rows?.length === 0 ? props.empty : null}
      {rows !== undefined && rows.length > 0 ? (
        <div
          ref={scroller}
          className={classNames(styles.scroller, fits && styles.fits)}
          {...(fits ? {} : { tabIndex: 0, role: 'region', 'aria-label': props.label })}
        >
          <table className={styles.table} data-lines={props.lines}>
            <caption className="visually-hidden">{props.label}</caption>
            <thead>
              <tr>
                {selection === undefined ? null : (
                  <th scope="col" className={styles.check}>
                    <CheckMark
                      mark={shownMark(selection.state, ids)}
                      label={t('Select all {count, number} shown', { count: ids.length })}
                      onToggle={() => selection.toggleShown(ids)}
                    />
                  </th>
                )}
                {columns.map((column) => (
                  <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {drawn?.map((row, index) => {
                const id = ids[index] ?? '';
                return (
                  <TableRow
                    key={id}
                    row={row}
                    id={id}
                    columns={columns}
                    href={rowHref?.(row)}
                    locked={props.rowLocked?.(row) ?? null}
                    selected={selection?.ids.has(id) ?? false}
                    isShown={id === peekedId}
                    isOnCursor={id === cursorId}
                    isQuiet={props.rowQuiet?.(row) === true}
                    canSelect={selection !== undefined}
                    hand={hand}
                  />
                );
              })}
            </tbody>
          </table>
        </div>
      ) : null}
      <FoldedColumns.Provider value={folded}>{props.footer}</FoldedColumns.Provider>
      {whole === null ? null : (
        <RowSheet label={props.label} columns={props.columns} row={whole} onClose={() => setWhole(null)} />
      )}
    </>
  );
}

/** One object that always does what was given last. */
function useHand<Row>(given: RowHand<Row>): RowHand<Row> {
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  const [hand] = useState<RowHand<Row>>(() => ({
    toggle: (id, range) => latest.current.toggle(id, range),
    reach: (row, id) => latest.current.reach(row, id),
    open: (row, event) => latest.current.open(row, event),
  }));
  return hand;
}

function RowShortcuts<Row>({ of, row }: { readonly of: readonly RowKey<Row>[]; readonly row: Row | undefined }) {
  if (row === undefined) return null;
  return of.map(({ keys, label, run }) => <RowShortcut key={keys} keys={keys} label={label} run={() => run(row)} />);
}

function openLabelOf<Row>({ openLabel, rowHref }: DataTableProps<Row>): string {
  return openLabel ?? (rowHref === undefined ? t('Show all fields of the row') : t('Open row'));
}

/** A key is bound while there is a row that it is about. */
function RowShortcut({
  keys,
  label,
  run,
}: {
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}) {
  useShortcut(keys, run, label);
  return null;
}

/** Links, buttons and selected text inside a row keep their own click. */
function isOwnTarget(event: MouseEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  // also of a dialog that a cell has opened: React hands its clicks on
  if (target === null || !event.currentTarget.contains(target)) return true;
  if (target.closest('a, button, input, label, summary') !== null) return true;
  return (window.getSelection()?.toString() ?? '') !== '';
}
