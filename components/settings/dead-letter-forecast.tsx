'use client';

import { Link } from '@/components/ui/link';
import type { LiveQuery } from '@/components/live/use-live-query';
import { formatCount } from '@/components/ui/number.model';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { DeadLetterForecast } from '@/lib/console/operations/dead-letters/views';
import { forecastWords, isShort, ruleWords } from './dead-letter-retention.model';
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
    <section className="panel" aria-label="What it would remove">
      <header>
        <h2>What it would remove</h2>
      </header>
      <div className="panel-body col" role="status">
        {keepHours === undefined ? (
          'Enter a time to see what would be removed.'
        ) : forecast.error !== null ? (
          <span>
            <UnknownMark /> Unknown: {forecast.error.message}
          </span>
        ) : forecast.data === undefined || forecast.isPrevious ? (
          'Counting…'
        ) : (
          <Forecast forecast={forecast.data} keepHours={keepHours} />
        )}
      </div>
      <div className="panel-body col small text-2">
        <p>
          A removed dead letter is lost: body, headers and error. Its death stays on record as long as history is kept,
          and each removal is in the audit log.
        </p>
        <p>
          Dead letters of an open re-drive are never removed; those of a cancelled one are kept for at least 24 h.
          Copies in the group’s dead-letter topic are removed with the log.
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
        Dead letters are {ruleWords(keepHours)}.{' '}
        <b className={forecast.due > 0 ? 'fg-dlq' : undefined}>{forecastWords(forecast, keepHours)}</b>
      </p>
      {isShort(keepHours) ? (
        <p className="small">
          Shorter than a weekend: messages that die on Friday night are gone before an operator checks on Monday.
        </p>
      ) : null}
      {forecast.groups.length === 0 ? null : (
        <div className={styles.scroll}>
          <table className={styles.waits}>
            <thead>
              <tr>
                <th scope="col">Group</th>
                <th scope="col">Now</th>
                <th scope="col">Within 24 h</th>
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
          The {SHOWN} with most; {formatCount(more)} more lose some.
        </p>
      ) : null}
    </>
  );
}
