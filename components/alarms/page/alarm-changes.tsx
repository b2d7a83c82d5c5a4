import { CHANGE_ICONS } from '@/components/parts/change-icon';
import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { AlarmLetters, AlarmView } from '@/lib/console/operations/alarms/views';
import type { ChangeView } from '@/lib/console/operations/groups/views';
import { marksOf } from './alarm-chart.model';
import styles from './alarm-page.module.css';
import { t } from '@/lib/model/language/t';

const MOST = 8;

interface AlarmChangesProps {
  readonly alarm: AlarmView;
  readonly letters: AlarmLetters | undefined;
}

/** What changed before it fired and since, newest first; the letters are those of the chart. */
export function AlarmChanges({ alarm, letters }: AlarmChangesProps) {
  const changes = letters?.changes;
  const marks = changes?.kind === 'unknown' || changes === undefined ? [] : marksOf(changes.value, alarm.firedAt);
  return (
    <section className="panel">
      <header>
        <h2>{t('Changes around this time')}</h2>
        <span className="panel-end small text-3">{t('newest first')}</span>
      </header>
      {changes === undefined ? (
        <div className="panel-body">
          <Skeleton rows={3} />
        </div>
      ) : changes.kind === 'unknown' ? (
        <div className="panel-body small text-2">{t('Unknown: {reason}', { reason: changes.reason })}</div>
      ) : changes.value.length === 0 ? (
        <div className="panel-body">
          <EmptyState kind="none-in-range" title={t('No changes')}>
            {t(
              `No change of settings, application version, consumers or throttling, no pause and no re-drive from two
              hours before the alarm on.`,
            )}
          </EmptyState>
        </div>
      ) : (
        <ul className={styles.lines}>
          {changes.value.slice(0, MOST).map((change) => (
            <li key={`${change.at} ${change.says}`} data-tone="plain">
              <Mark letter={marks.find((mark) => mark.change === change)?.letter} kind={change.kind} />
              <span className={styles.clamp}>
                {change.href === null ? (
                  <b title={change.says}>{change.says}</b>
                ) : (
                  <Link href={change.href} prefetch={false} title={change.says}>
                    {change.says}
                  </Link>
                )}
                <span className="small text-2">{distance(change.at, alarm.firedAt)}</span>
              </span>
              <span className="small text-2">
                <Time at={change.at} style="clock" />
              </span>
            </li>
          ))}
          {changes.value.length > MOST ? (
            <li data-tone="plain" className="small text-2">
              {t('and {count, number} earlier', { count: changes.value.length - MOST })}
            </li>
          ) : null}
        </ul>
      )}
    </section>
  );
}

function Mark({ letter, kind }: { readonly letter: string | undefined; readonly kind: ChangeView['kind'] }) {
  return letter === undefined ? <Icon of={CHANGE_ICONS[kind]} /> : <span className={styles.mark}>{letter}</span>;
}

function distance(at: string, firedAt: string): string {
  const minutes = Math.round((Date.parse(at) - Date.parse(firedAt)) / 60_000);
  if (minutes === 0) return t('within a minute of the alarm');
  return minutes < 0
    ? t('{minutes, number} min before the alarm', { minutes: -minutes })
    : t('{minutes, number} min after the alarm', { minutes });
}
