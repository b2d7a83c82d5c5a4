import { ArrowDown, ArrowUp } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import type { Column, SortState } from './columns';
import styles from './data-table.module.css';

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly sort: SortState | undefined;
  readonly onSort: ((sort: SortState) => void) | undefined;
}

export function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { sortKey } = column;
  const sorted = sortKey !== undefined && sort?.key === sortKey;
  const className = classNames(column.align === 'end' && styles.end, column.hideNarrow === true && styles.wideOnly);
  const style = column.width === undefined ? undefined : { width: column.width };
  if (sortKey === undefined || onSort === undefined) {
    return (
      <th scope="col" className={className} style={style}>
        {column.header}
      </th>
    );
  }
  // a first click sorts high to low: operators look for the most
  const next = { key: sortKey, descending: sorted ? !sort.descending : true };
  return (
    <th
      scope="col"
      className={className}
      style={style}
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={classNames(styles.sort, sorted && styles.sorted)} onClick={() => onSort(next)}>
        {column.header}
        {sorted ? <Icon of={sort.descending ? ArrowDown : ArrowUp} size={11} /> : null}
      </button>
    </th>
  );
}
