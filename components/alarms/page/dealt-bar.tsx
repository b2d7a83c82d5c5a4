import { formatCount } from '@/components/ui/number.model';
import { AsOf } from '@/components/ui/time';
import type { AlarmView } from '@/lib/console/operations/alarms/views';
import { barParts } from './alarm-page.model';
import styles from './alarm-page.module.css';

/** The outcomes of its dead letters; open until each is dealt with. */
export function DealtBar({ alarm, evaluatedAt }: { readonly alarm: AlarmView; readonly evaluatedAt: string | null }) {
  const parts = barParts(alarm);
  if (parts === null) return <p className={styles.dealt}>The outcome of its dead letters is unknown.</p>;
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles.dealt}>
      <b>{alarm.resolvedAt === null ? 'Open until all are dealt with' : 'Outcome'}</b>
      <span className={styles.bar} aria-hidden="true">
        {parts.map(({ name, count }) =>
          count === 0 ? null : <i key={name} data-part={name} style={{ flexGrow: count / Math.max(1, total) }} />,
        )}
      </span>
      <span className={styles.parts}>
        {parts.map(({ name, count, by }) => (
          <span key={name} data-part={name} data-some={count > 0}>
            {name === 'left' ? (
              <>
                <b>{formatCount(count)}</b> left
              </>
            ) : (
              <>
                {name} <b>{formatCount(count)}</b>
                {by.length === 0 ? '' : ` by ${by.join(', ')}`}
              </>
            )}
          </span>
        ))}
        {evaluatedAt === null || alarm.resolvedAt !== null ? null : <AsOf at={evaluatedAt} />}
      </span>
    </div>
  );
}
