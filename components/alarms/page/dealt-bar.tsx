import type { ReactElement } from 'react';
import { formatCount } from '@/components/ui/number.model';
import { AsOf } from '@/components/ui/time';
import type { AlarmView } from '@/lib/console/operations/alarms/views';
import { type BarPart, barParts } from './alarm-page.model';
import styles from './alarm-page.module.css';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';
import { type Piece, pieces, t } from '@/lib/model/language/t';

function partWords(name: BarPart['name'], count: number, by: readonly string[]): readonly Piece<ReactElement>[] {
  const given = { count: formatCount(count) };
  const people = enumerated(by);
  switch (name) {
    case 'consumed':
      return pieces('consumed <b>{count}</b>', given);
    case 'discarded':
      return by.length === 0
        ? pieces('discarded <b>{count}</b>', given)
        : pieces('discarded <b>{count}</b> by {people}', { ...given, people });
    case 'accepted':
      return by.length === 0
        ? pieces('accepted <b>{count}</b>', given)
        : pieces('accepted <b>{count}</b> by {people}', { ...given, people });
    case 'elsewhere':
      return pieces('left the group <b>{count}</b>', given);
    case 'expired':
      return pieces('expired <b>{count}</b>', given);
    case 'left':
      return pieces('<b>{count}</b> left', given);
  }
}

/** The outcomes of its dead letters; open until each is dealt with. */
export function DealtBar({ alarm, evaluatedAt }: { readonly alarm: AlarmView; readonly evaluatedAt: string | null }) {
  const parts = barParts(alarm);
  if (parts === null) return <p className={styles.dealt}>{t('The outcome of its dead letters is unknown.')}</p>;
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles.dealt}>
      <b>{alarm.resolvedAt === null ? t('Open until all are handled') : t('Outcome')}</b>
      <span className={styles.bar} aria-hidden="true">
        {parts.map(({ name, count }) =>
          count === 0 ? null : <i key={name} data-part={name} style={{ flexGrow: count / Math.max(1, total) }} />,
        )}
      </span>
      <span className={styles.parts}>
        {parts.map(({ name, count, by }) => (
          <span key={name} data-part={name} data-some={count > 0}>
            <Said of={partWords(name, count, by)} />
          </span>
        ))}
        {evaluatedAt === null || alarm.resolvedAt !== null ? null : <AsOf at={evaluatedAt} />}
      </span>
    </div>
  );
}
