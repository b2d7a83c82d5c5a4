'use client';

import { useRouter } from 'next/navigation';
import { useRef, type MouseEvent, type ReactNode } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/skeleton';
import type { Column, SortState } from './columns';
import styles from './data-table.module.css';
import { CheckMark } from './check-mark';
import { HeadCell } from './head-cell';
import { shownMark } from './selection.model';
import { TableRow } from './table-row';
import { useFits } from './use-fits';
import { useRowCursor } from './use-row-cursor';
import type { Selection } from './use-selection';

export interface RowKey<Row> {
  readonly keys: string;
  readonly label: string;
  readonly run: (row: Row) => void;
}

export interface DataTableProps<Row> {
  /** Names the table for assistive technology: "Dead letters". */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** undefined while the first answer is on its way. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  /** Makes the first column a link and the whole row clickable; Enter opens the row under the cursor. */
  readonly rowHref?: (row: Row) => string;
  /** What Enter does on the row under the cursor, when a row has no page of its own. */
  readonly onOpen?: (row: Row) => void;
  readonly openLabel?: string;
  /** Shows a row beside the table: a click on it, or Enter; Enter on the one that is shown opens its page. */
  readonly onPeek?: (row: Row) => void;
  readonly peekedId?: string | undefined;
  /** Keys on the row under the cursor, beside j and k: "e" acknowledges. */
  readonly rowKeys?: readonly RowKey<Row>[];
  /** False where another table of the page has the keys. */
  readonly keys?: boolean;
  readonly rowQuiet?: (row: Row) => boolean;
  /** From useSelection(); without it there are no checkboxes. */
  readonly selection?: Selection;
  /** A row that cannot be selected says why. */
  readonly rowLocked?: (row: Row) => string | null;
  readonly sort?: SortState;
  readonly onSort?: (sort: SortState) => void;
  /** What stands in place of the rows when there are none: an EmptyState. */
  readonly empty: ReactNode;
  /** A failed read: an EmptyState of kind could-not-ask or not-allowed. Rows, if any, stay below it. */
  readonly problem?: ReactNode;
  /** TableFooter. */
  readonly footer?: ReactNode;
}

/**
 * The one table: sticky head, density, keyboard (j k x, shift range, Enter, Esc), selection that holds the page still.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, rowHref, onPeek, peekedId, selection, sort, onSort } = props;
  const router = useRouter();
  const body = useRef<HTMLTableSectionElement>(null);
  const [scroller, fits] = useFits();
  const order = (rows ?? []).map(rowId);
  const cursor = useRowCursor({
    body,
    order,
    selection,
    enabled: props.keys ?? true,
    openLabel: props.openLabel,
    shownId: peekedId,
    onMove: (index) => {
      const row = rows?.[index];
      if (peekedId !== undefined && row !== undefined) onPeek?.(row);
    },
    open: (index) => {
      const row = rows?.[index];
      if (row === undefined) return;
      if (onPeek !== undefined && rowId(row) !== peekedId) onPeek(row);
      else if (rowHref !== undefined) router.push(rowHref(row));
      else props.onOpen?.(row);
    },
  });
  const onCursor = rows?.[cursor];

  const openRow = (row: Row, event: MouseEvent) => {
    if (rowHref === undefined || isOwnTarget(event)) return;
    if (event.metaKey || event.ctrlKey) window.open(rowHref(row), '_blank', 'noopener');
    else if (onPeek !== undefined) onPeek(row);
    else router.push(rowHref(row));
  };

  return (
    <>
      {onCursor === undefined
        ? null
        : props.rowKeys?.map(({ keys, label, run }) => (
            <RowShortcut key={keys} keys={keys} label={label} run={() => run(onCursor)} />
          ))}
      {props.problem}
      {rows === undefined && props.problem == null ? <Skeleton label={`Loading ${props.label}`} /> : null}
      {rows?.length === 0 ? props.empty : null}
      {rows !== undefined && rows.length > 0 ? (
        <div
          ref={scroller}
          className={classNames(styles.scroller, fits && styles.fits)}
          {...(fits ? {} : { tabIndex: 0, role: 'region', 'aria-label': props.label })}
        >
          <table className={styles.table}>
            <caption className="visually-hidden">{props.label}</caption>
            <thead>
              <tr>
                {selection === undefined ? null : (
                  <th scope="col" className={styles.check}>
                    <CheckMark
                      mark={shownMark(selection.state, order)}
                      label={`Select all ${order.length} shown`}
                      onToggle={() => selection.toggleShown(order)}
                    />
                  </th>
                )}
                {columns.map((column) => (
                  <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {rows.map((row, index) => (
                <TableRow
                  key={order[index]}
                  row={row}
                  id={order[index] ?? ''}
                  columns={columns}
                  href={rowHref?.(row)}
                  locked={props.rowLocked?.(row) ?? null}
                  selected={selection?.ids.has(order[index] ?? '') ?? false}
                  onCursor={cursor === index}
                  className={classNames(
                    props.rowQuiet?.(row) === true && styles.quiet,
                    rowHref !== undefined && styles.clickable,
                  )}
                  onToggle={
                    selection === undefined
                      ? undefined
                      : (id, range) => (range ? selection.range(id, order) : selection.toggle(id))
                  }
                  onOpen={openRow}
                />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {props.footer}
    </>
  );
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
  if (target?.closest('a, button, input, label, summary') != null) return true;
  return (window.getSelection()?.toString() ?? '') !== '';
}
