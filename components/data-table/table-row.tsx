import Link from 'next/link';
import type { MouseEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { CheckMark } from './check-mark';
import type { Column } from './columns';
import styles from './data-table.module.css';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly columns: readonly Column<Row>[];
  readonly href: string | undefined;
  readonly locked: string | null;
  readonly selected: boolean;
  readonly onCursor: boolean;
  readonly className: string;
  readonly onToggle: ((id: string, range: boolean) => void) | undefined;
  readonly onOpen: (row: Row, event: MouseEvent) => void;
}

export function TableRow<Row>({
  row,
  id,
  columns,
  href,
  locked,
  selected,
  onCursor,
  className,
  onToggle,
  onOpen,
}: TableRowProps<Row>) {
  return (
    <tr
      className={classNames(className, selected && styles.selected, onCursor && styles.cursor)}
      aria-selected={onToggle === undefined ? undefined : selected}
      onClick={(event) => onOpen(row, event)}
    >
      {onToggle === undefined ? null : (
        <td className={styles.check}>
          <CheckMark
            mark={selected ? 'all' : 'none'}
            label={locked ?? `Select ${id}`}
            locked={locked !== null}
            onToggle={(range) => onToggle(id, range)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.id}
          data-label={index === 0 ? undefined : labelOf(column)}
          className={classNames(
            column.align === 'end' && styles.end,
            column.wrap === true && styles.wrap,
            column.clip === true && styles.clip,
            column.hideNarrow === true && styles.wideOnly,
          )}
        >
          {index === 0 && href !== undefined ? (
            <Link href={href} className={styles.link} prefetch={false}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** For screens without room for heads. What wraps has a line of its own and explains itself. */
function labelOf<Row>({ wrap, header }: Column<Row>): string | undefined {
  return wrap !== true && typeof header === 'string' ? header : undefined;
}
