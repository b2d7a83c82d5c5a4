import { classNames } from '@/components/ui/class-names';
import { formatDuration } from '@/components/ui/duration.model';
import { cellsOf, type Schedule } from '@/components/groups/schedule.model';
import styles from './schedule.module.css';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

interface ScheduleCellsProps {
  readonly schedule: Schedule;
  /** Retries of the saved version; later ones are shaded. Null: nothing is saved yet. */
  readonly savedRetries: number | null;
}

/** The figures of the chart: retry number, wait before it, total since the first failure. */
export function ScheduleCells({ schedule, savedRetries }: ScheduleCellsProps) {
  const cells = cellsOf(schedule);
  if (cells.length === 0)
    return <p className="small text-2">{t('No retry: the message moves to the DLQ when its first delivery fails.')}</p>;
  const anyNew = savedRetries !== null && schedule.retries > savedRetries;
  return (
    <div className="col">
      <p className="small text-3">
        {sentences(
          t('Retry number, interval before the retry, total time since the first failure.'),
          anyNew ? t('Shaded: new.') : '',
        )}
      </p>
      <ol className={styles.cells} aria-label={t('Delivery schedule')}>
        {cells.map(({ from, to, waitMs, afterMs }) => (
          <li
            key={from}
            className={classNames(styles.cell, savedRetries !== null && to > savedRetries && styles.fresh)}
          >
            <span className="tiny text-3">
              {from === to ? from : t('{least, number} to {most, number}', { least: from, most: to })}
            </span>
            <b>{from === to ? formatDuration(waitMs) : t('{time} each', { time: formatDuration(waitMs) })}</b>
            <span className="tiny text-2">{formatDuration(afterMs)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
