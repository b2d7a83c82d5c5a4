import { classNames } from '@/components/ui/class-names';
import { formatDuration } from '@/components/ui/duration.model';
import { formatCount } from '@/components/ui/number.model';
import { cellsOf, type Schedule } from '@/components/groups/schedule.model';
import styles from './schedule.module.css';

interface ScheduleCellsProps {
  readonly schedule: Schedule;
  /** Retries of the saved version; later ones are shaded. Null: nothing is saved yet. */
  readonly savedRetries: number | null;
}

/** The figures of the chart: retry number, wait before it, total since the first failure. */
export function ScheduleCells({ schedule, savedRetries }: ScheduleCellsProps) {
  const cells = cellsOf(schedule);
  if (cells.length === 0)
    return <p className="small text-2">No retry: the first failed delivery makes the message a dead letter.</p>;
  const anyNew = savedRetries !== null && schedule.retries > savedRetries;
  return (
    <div className="col">
      <p className="small text-3">
        Retry number, wait before it, total since the first failure.{anyNew ? ' Shaded: new.' : ''}
      </p>
      <ol className={styles.cells} aria-label="Delivery schedule">
        {cells.map(({ from, to, waitMs, afterMs }) => (
          <li
            key={from}
            className={classNames(styles.cell, savedRetries !== null && to > savedRetries && styles.fresh)}
          >
            <span className="tiny text-3">{from === to ? from : `${formatCount(from)} to ${formatCount(to)}`}</span>
            <b>
              {formatDuration(waitMs)}
              {from === to ? '' : ' each'}
            </b>
            <span className="tiny text-2">{formatDuration(afterMs)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
