import { t } from '@/lib/model/language/t';
import { Link } from '@/components/ui/link';
import { memo, type MouseEvent, type SyntheticEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { CheckMark } from './check-mark';
import { type Column, labelOf } from './columns';
import styles from './data-table.module.css';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly columns: readonly Column<Row>[];
  readonly href: string | undefined;
  readonly locked: string | null;
  readonly selected: boolean;
  /** Beside the table. */
  readonly isShown: boolean;
  readonly isOnCursor: boolean;
  readonly isQuiet: boolean;
  readonly canSelect: boolean;
  readonly hand: RowHand<Row>;
}

/** What a hand on a row does. The same object for all rows and as long as the table is there: see `TableRow`. */
export interface RowHand<Row> {
  readonly toggle: (id: string, range: boolean) => void;
  /** The cursor came to it. */
  readonly reach: (row: Row, id: string) => void;
  readonly open: (row: Row, event: MouseEvent) => void;
}

/** Drawn again only when something of it changed: a step of the cursor draws two rows, however many there are. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;

function DrawnRow<Row>(props: TableRowProps<Row>) {
  const { row, id, columns, href, locked, selected, isShown, isOnCursor, isQuiet, canSelect, hand } = props;
  return (
    <tr
      className={classNames(
        styles.clickable,
        isQuiet && styles.quiet,
        selected && styles.selected,
        isOnCursor && styles.cursor,
      )}
      tabIndex={-1}
      data-row={id}
      aria-current={isShown ? 'true' : undefined}
      aria-selected={canSelect ? selected : undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget) hand.reach(row, id);
      }}
      onClick={(event) => hand.open(row, event)}
    >
      {!canSelect ? null : (
        <td className={styles.check}>
          <CheckMark
            mark={selected ? 'all' : 'none'}
            label={locked ?? t('Select {row}', { row: id })}
            locked={locked !== null}
            onToggle={(range) => hand.toggle(id, range)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.id}
          data-label={index === 0 ? undefined : labelOf(column)}
          className={classNames(
            column.align === 'end' && styles.end,
            column.cut === true && styles.cut,
            column.clip === true && styles.clip,
            column.hideNarrow === true && styles.wideOnly,
          )}
          onPointerEnter={sayWhole}
        >
          <div className={styles.cell}>
            {index === 0 && href !== undefined ? (
              <Link href={href} className={styles.link} prefetch={false}>
                {column.cell(row)}
              </Link>
            ) : (
              column.cell(row)
            )}
          </div>
        </td>
      ))}
    </tr>
  );
}

/** What is cut can be read by pointing at it, and in the row's page or sheet. */
function sayWhole({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  const cell = currentTarget.firstElementChild;
  if (!(cell instanceof HTMLElement)) return;
  const isCut = cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight + 1;
  if (isCut) currentTarget.title = cell.innerText;
  else currentTarget.removeAttribute('title');
}
