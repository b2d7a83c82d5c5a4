import { t } from '@/lib/model/language/t';
import type { ReactNode } from 'react';
import { useLiveSnapshot } from '@/components/live/live-provider';
import { Button } from '@/components/ui/button';
import type { Selection } from './use-selection';

interface FootBarProps {
  readonly selection: Selection;
  /** Ids on screen, in order. */
  readonly order: readonly string[];
  /** How many the buttons are about. */
  readonly says: string;
  /** More match than are on screen; `total`: how many, null without an exact number. */
  readonly hasMore: boolean;
  readonly total: number | null;
  readonly children: ReactNode;
}

/** What can be done with what is selected or matches, at the foot of the window. */
export function FootBar({ selection, order, says, hasMore, total, children }: FootBarProps) {
  const { waiting } = useLiveSnapshot();
  const { scope, ids, selectMatching, clear } = selection;
  return (
    <div className="foot-bar" role="region" aria-label={t('Selection')}>
      <b>{says}</b>
      {hasMore && scope === 'rows' && order.every((id) => ids.has(id)) ? (
        <Button size="small" variant="ghost" onClick={() => selectMatching(order)}>
          {total === null ? t('Select all matching') : t('Select all {count, number} matching', { count: total })}
        </Button>
      ) : null}
      {scope === 'none' ? null : (
        <Button size="small" variant="ghost" onClick={clear} keys="Esc">
          {t('Clear')}
        </Button>
      )}
      {scope !== 'none' && waiting > 0 ? (
        <span className="small text-2">
          {t('rows are frozen while selected; {count, number} waiting', { count: waiting })}
        </span>
      ) : null}
      <span className="grow" />
      {children}
    </div>
  );
}
