'use client';

import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import type { ThrottlingPage } from '@/lib/console/queries/throttling';
import { valueOrNull } from '@/lib/model/reading';
import type { ProducerRetry } from '@/lib/model/producer-retry';
import { producerDelayMs, producerWaits } from '@/lib/model/throttle/producer-backoff';
import styles from './throttling.module.css';

const SHOWN = 12;

/** What the official producers do after 42900, and what that has cost them. */
export function ProducerPanel({ page }: { readonly page: ThrottlingPage }) {
  const { maxAttempts, firstWaitMs, multiplier, jitter, maxWaitMs } = page.retry;
  const waits = producerWaits(page.retry, SHOWN).map((ms, index) => ({ ms, number: index + 1 }));
  const sends = valueOrNull(page.refusals)?.filter(({ group, topic }) => group === '' && topic !== '');
  const refused = sends?.reduce((sum, row) => sum + row.refused, 0);
  return (
    <section className="panel">
      <header>
        <h2>What a refused producer does</h2>
        <span className="panel-end tiny text-3">code 42900 (530)</span>
      </header>
      <div className="panel-body col">
        <p className="small">
          It waits before it tries again: {formatDuration(firstWaitMs)}, then × {multiplier} each time, ±{' '}
          {Math.round(jitter * 100)} %, at most {formatDuration(maxWaitMs)}. Other errors are retried at once;
          transactions are not retried.
        </p>
        <ol className={styles.waits} aria-label="Waits in seconds">
          {waits.map(({ ms, number }) => (
            <li key={number} data-used={number < maxAttempts}>
              <span>{formatCount(ms >= 10_000 ? Math.round(ms / 1000) : Math.round(ms / 100) / 10)}</span>
              <i style={{ height: `${6 + (54 * ms) / maxWaitMs}px` }} />
              <span className="text-3">{number}</span>
            </li>
          ))}
        </ol>
        <p className="small">
          The SDKs try {plural(maxAttempts, 'time')}, so {plural(maxAttempts - 1, 'wait')}; then the caller gets the
          error. Nothing of a refused send is stored.
        </p>
        <p className="small">
          {refused === undefined ? (
            'How long producers waited is unknown.'
          ) : refused === 0 ? (
            'No producer waited in the last 15 minutes.'
          ) : (
            <b className="fg-throttled">
              {plural(refused, 'refused send')} in 15 min: {delayWords(page.retry, refused)} of waiting in all.
            </b>
          )}
          {refused === undefined || refused === 0 ? null : (
            <span className="text-3">
              {' '}
              Estimated from the waits above{page.moreRefusals ? ', of the clients listed' : ''}.
            </span>
          )}
        </p>
      </div>
    </section>
  );
}

function delayWords(retry: ProducerRetry, refused: number): string {
  const { fromMs, toMs } = producerDelayMs(retry, refused);
  const [from, to] = [formatDuration(fromMs, 2), formatDuration(toMs, 2)];
  return from === to ? `about ${from}` : `about ${from} to ${to}`;
}
