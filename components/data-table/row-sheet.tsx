'use client';

import { t } from '@/lib/model/language/t';
import type { MouseEvent } from 'react';
import { Dialog } from '@/components/form/dialog';
import type { Column } from './columns';
import styles from './row-sheet.module.css';

interface RowSheetProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
  readonly onClose: () => void;
}

/** All of one row, with nothing cut or left out for room: what Enter shows of a row that has no page of its own. */
export function RowSheet<Row>({ label, columns, row, onClose }: RowSheetProps<Row>) {
  // what a button or link of it opens takes its place
  const leave = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button') !== null) onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={label} size="wide">
      <dl className={styles.sheet} onClickCapture={leave}>
        {columns.map((column) => (
          <div key={column.id}>
            <dt>{column.fixed === true ? t('Actions') : column.header}</dt>
            <dd>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
