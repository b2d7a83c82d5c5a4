'use client';

import { t } from '@/lib/model/language/t';
import { Pause } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLiveSnapshot } from '@/components/live/live-provider';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Reading } from '@/lib/model/reading';
import styles from './data-table.module.css';
import type { Selection } from './use-selection';

interface SelectionBarProps {
  readonly selection: Selection;
  /** Ids on screen, in order. */
  readonly order: readonly string[];
  /** How many the filter matches in all; offers "Select all 412 matching" once everything shown is selected. */
  readonly matching?: Reading<number>;
  /** Scope or exclusions in words: "3 excluded: already consumed". */
  readonly children?: ReactNode;
  /** The primary action, and an OverflowMenu for what destroys. */
  readonly actions: ReactNode;
}

/** Appears with the first selected row. Says what the buttons will act on. */
export function SelectionBar({ selection, order, matching, children, actions }: SelectionBarProps) {
  const { waiting } = useLiveSnapshot();
  if (selection.scope === 'none') return null;
  const total = matching === undefined || matching.kind === 'unknown' ? null : matching.value;
  const allShown = order.length > 0 && order.every((id) => selection.ids.has(id));
  const offerAll = selection.scope === 'rows' && allShown && total !== null && total > order.length;
  const all = total === null ? t('All matching') : t('All {count, number} matching', { count: total });
  return (
    <div className={styles.bar} role="region" aria-label={t('Selection')}>
      <b>{selection.scope === 'matching' ? all : t('{count, number} selected', { count: selection.ids.size })}</b>
      {offerAll ? (
        <Button size="small" variant="ghost" onClick={() => selection.selectMatching(order)}>
          {t('Select all {count, number} matching', { count: total })}
        </Button>
      ) : null}
      <span className="small text-2">{children}</span>
      <span className="grow" />
      <span className="row row-tight small text-2 nowrap">
        <Icon of={Pause} size={12} />
        {t('rows are frozen while selected')}
      </span>
      {waiting > 0 ? (
        <button
          type="button"
          className={styles.pill}
          onClick={selection.clear}
          title={t('Clears the selection and shows the waiting changes')}
        >
          {t('{count} {waiting, plural, one {change} other {changes}} waiting', {
            ...{ count: waiting > 999 ? '999+' : waiting, waiting },
          })}
        </button>
      ) : null}
      <Button variant="ghost" onClick={selection.clear} keys="Esc">
        {t('Clear')}
      </Button>
      {actions}
    </div>
  );
}
