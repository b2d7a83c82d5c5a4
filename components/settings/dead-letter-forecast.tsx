'use client';

import { between, t } from '@/lib/model/language/t';
import { Link } from '@/components/ui/link';
import type { LiveQuery } from '@/components/live/use-live-query';
import { formatCount } from '@/components/ui/number.model';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { DeadLetterForecast } from '@/lib/console/operations/dead-letters/views';
import { forecastWords, isShort, ruleSentence } from './dead-letter-retention.model';
import styles from './settings.module.css';

const SHOWN = 10;

interface DeadLetterForecastPanelProps {
  readonly forecast: LiveQuery<DeadLetterForecast>;
  /** Undefined: the draft cannot be read. */
  readonly keepHours: number | null | undefined;
}

/** What the rule as typed would remove, before anything is saved. */
export function DeadLetterForecastPanel({ forecast, keepHours }: DeadLetterForecastPanelProps) {
  return (
    <section className="panel" aria-label={t('Effect of this setting')}>
      <header>
        <h2>{t('Effect of this setting')}</h2>
      </header>
      <div className="panel-body col" role="status">
        {keepHours === undefined ? (
          t('Enter a retention to see which dead letters would be removed.')
        ) : forecast.error !== null ? (
          <span>
            <UnknownMark /> {t('Unknown: {reason}', { reason: forecast.error.message })}
          </span>
        ) : forecast.data === undefined || forecast.isPrevious ? (
          t('Counting…')
        ) : (
          <Forecast forecast={forecast.data} keepHours={keepHours} />
        )}
      </div>
      <div className="panel-body col small text-2">
        <p>
          {t(
            `Removed dead letters are lost: body, headers and error. Their history is kept for the retention of the
            history, and each removal is recorded in the audit log.`,
          )}
        </p>
        <p>
          {t(
            `Dead letters of an open re-drive are never removed. Those of a cancelled re-drive are kept for at least
            24 h. Copies in the dead-letter topic of the group are removed with the log.`,
          )}
        </p>
      </div>
    </section>
  );
}

function Forecast({
  forecast,
  keepHours,
}: {
  readonly forecast: DeadLetterForecast;
  readonly keepHours: number | null;
}) {
  const more = forecast.groups.length - SHOWN;
  return (
    <>
      <p>
        {ruleSentence(keepHours)}
        {between()}
        <b className={forecast.due > 0 ? 'fg-dlq' : undefined}>{forecastWords(forecast, keepHours)}</b>
      </p>
      {isShort(keepHours) ? (
        <p className="small">
          {t(
            `Shorter than a weekend: messages that move to the DLQ on Friday night are removed before Monday morning.`,
          )}
        </p>
      ) : null}
      {forecast.groups.length === 0 ? null : (
        <div className={styles.scroll}>
          <table className={styles.waits}>
            <thead>
              <tr>
                <th scope="col">{t('Group')}</th>
                <th scope="col">{t('Expired now')}</th>
                <th scope="col">{t('Expired within 24 h')}</th>
              </tr>
            </thead>
            <tbody>
              {forecast.groups.slice(0, SHOWN).map(({ group, due, soon }) => (
                <tr key={group}>
                  <th scope="row">
                    <Link href={`/dead-letters?group=${encodeURIComponent(group)}`} prefetch={false}>
                      {group}
                    </Link>
                  </th>
                  <td>{formatCount(due)}</td>
                  <td>{formatCount(soon)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {more > 0 ? (
        <p className="small text-3">
          {t('Only the {shown, number} most affected groups are listed; {more, number} more are affected.', {
            shown: SHOWN,
            more,
          })}
        </p>
      ) : null}
    </>
  );
}
