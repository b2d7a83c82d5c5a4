import { t } from '@/lib/model/language/t';
import { classNames } from '@/components/ui/class-names';
import { backoffOf, type ProducerRetry } from '@/lib/model/delivery/producer-retry';
import { formatWait, waitRows } from './sending-retry.model';
import styles from './settings.module.css';
import { enumerated } from '@/lib/model/language/list';

const SDKS = ['Java', 'Go', 'C++', 'C#', 'Python', 'Rust'];

/** What producers really do with these numbers, before anything is saved. */
export function SendingRetryPreview({ retry }: { readonly retry: ProducerRetry }) {
  const rows = waitRows(retry);
  const sent = backoffOf(retry);
  return (
    <section className="panel">
      <header>
        <h2>{t('Retry intervals of a send that is always refused')}</h2>
      </header>
      <div className={styles.scroll}>
        <table className={styles.waits}>
          <thead>
            <tr>
              <th scope="col">{t('Before attempt')}</th>
              <th scope="col">{t('Documentation')}</th>
              <th scope="col">{enumerated(SDKS)}</th>
              <th scope="col">{t('Node.js up to 1.0.8')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ attempt, documentedMs, jitterMs, sdkMs, nodeMs, beyond }) => (
              <tr key={attempt} className={classNames(beyond && styles.beyond)}>
                <th scope="row">{attempt}</th>
                <td>
                  {formatWait(documentedMs)}
                  {jitterMs === 0 ? null : <span className="text-3"> ± {formatWait(jitterMs)}</span>}
                </td>
                <td>{formatWait(sdkMs)}</td>
                <td>{formatWait(nodeMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="panel-body col small text-2">
        <p>
          {t(
            `Producers wait only when a broker throttles them (code 42900). After any other failure they retry
            immediately. They give up after {attempts, plural, one {# attempt} other {# attempts}} unless the
            application sets another number. Grey rows are beyond that number.`,
            { attempts: retry.maxAttempts },
          )}
        </p>
        <p>
          {t(
            `SDKs multiply once before the first retry and use no jitter, so they are sent a first value of {first}.
            Node.js up to 1.0.8 reads seconds as milliseconds and waits 1,000 times longer.`,
            { first: formatWait(sent.initialMs) },
          )}
        </p>
      </div>
    </section>
  );
}
