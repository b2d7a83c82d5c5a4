import { classNames } from '@/components/ui/class-names';
import { backoffOf, type ProducerRetry } from '@/lib/model/delivery/producer-retry';
import { formatWait, waitRows } from './sending-retry.model';
import styles from './settings.module.css';

/** What producers really do with these numbers, before anything is saved. */
export function SendingRetryPreview({ retry }: { readonly retry: ProducerRetry }) {
  const rows = waitRows(retry);
  const sent = backoffOf(retry);
  return (
    <section className="panel">
      <header>
        <h2>Waits of a send that is refused each time</h2>
      </header>
      <div className={styles.scroll}>
        <table className={styles.waits}>
          <thead>
            <tr>
              <th scope="col">Before try</th>
              <th scope="col">Documentation</th>
              <th scope="col">Java, Go, C++, C#, Python, Rust</th>
              <th scope="col">Node.js to 1.0.8</th>
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
          Only a broker that is too busy (code 42900) makes a producer wait. After any other failure it retries at once,
          and gives up after its last try: {retry.maxAttempts} here, unless the application sets another number. Grey
          rows are beyond it.
        </p>
        <p>
          SDKs multiply once before their first wait and use no jitter. So they get a first value of{' '}
          {formatWait(sent.initialMs)}, and Node.js up to 1.0.8, which takes seconds for milliseconds, a thousand times
          that.
        </p>
      </div>
    </section>
  );
}
