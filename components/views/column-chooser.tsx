'use client';

import { chosenColumns, isFixed, type NamedColumn, toggleColumn } from '@/components/data-table/columns';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { Button } from '@/components/ui/button';
import styles from './views.module.css';
import { t } from '@/lib/model/language/t';

interface ColumnChooserProps {
  readonly columns: readonly NamedColumn[];
}

/** Which columns are shown. The first one names the row, and stays. */
export function ColumnChooser({ columns }: ColumnChooserProps) {
  const url = useUrlParams();
  const cols = url.get('cols');
  // the server has no part in it: no answer to wait for
  const show = (next: string | undefined) => window.history.replaceState(null, '', url.href({ cols: next }));
  const shown = new Set(chosenColumns(columns, cols).map(({ id }) => id));
  return (
    <section className={styles.part}>
      <h2 className="row">
        {t('Columns')}
        <span className="grow" />
        {cols === undefined ? null : (
          <Button size="small" variant="ghost" onClick={() => show(undefined)}>
            {t('Show all')}
          </Button>
        )}
      </h2>
      <ul className={styles.columns}>
        {columns
          .filter((column, place) => !isFixed(column, place))
          .map((column) => (
            <li key={column.id}>
              <label className="row">
                <input
                  type="checkbox"
                  checked={shown.has(column.id)}
                  onChange={() => show(toggleColumn(columns, cols, column.id))}
                />
                {column.header}
              </label>
            </li>
          ))}
      </ul>
    </section>
  );
}
