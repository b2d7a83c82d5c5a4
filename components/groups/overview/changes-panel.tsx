import { Link } from '@/components/ui/link';
import { ReadProblem } from '@/components/live/read-problem';
import type { LiveQuery } from '@/components/live/use-live-query';
import { CHANGE_ICONS } from '@/components/parts/change-icon';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { ChangeView } from '@/lib/console/operations/groups/views';
import styles from './overview.module.css';
import { t } from '@/lib/model/language/t';

const SHOWN = 12;

interface ChangesPanelProps {
  readonly changes: LiveQuery<readonly ChangeView[]>;
  readonly letters: ReadonlyMap<{ readonly at: string }, string>;
  /** "6 h" */
  readonly range: string;
}

/** What changed in the range of the charts and may be why something else began; the letters are those of the charts. */
export function ChangesPanel({ changes, letters, range }: ChangesPanelProps) {
  const { data, error, retry } = changes;
  return (
    <section className="panel">
      <header>
        <h2>{t('Changes')}</h2>
        <span className="small text-3">{t('last {time}, newest first', { time: range })}</span>
      </header>
      <div className="panel-body">
        <ReadProblem error={error} onRetry={retry} />
        {data === undefined ? (
          error === null ? (
            <Skeleton rows={3} />
          ) : null
        ) : data.length === 0 ? (
          <p className="small text-2">
            {t('No configuration change, pause, re-drive, throttling or change of clients.')}
          </p>
        ) : (
          <ul className={styles.changes} aria-label={t('Changes')}>
            {data.slice(0, SHOWN).map((change) => (
              <li key={`${change.at} ${change.kind} ${change.says}`}>
                <span className={styles.letter}>
                  {letters.get(change) ?? <Icon of={CHANGE_ICONS[change.kind]} size={12} />}
                </span>
                <span className={styles.what}>
                  {change.href === null ? (
                    change.says
                  ) : (
                    <Link href={change.href} prefetch={false}>
                      {change.says}
                    </Link>
                  )}
                </span>
                <span className="small text-3">
                  <Time at={change.at} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {data !== undefined && data.length > SHOWN ? (
          <p className="small text-3">{t('and {count, number} earlier', { count: data.length - SHOWN })}</p>
        ) : null}
      </div>
    </section>
  );
}
