'use client';

import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import { Fold } from '@/components/ui/fold';
import { ReadingTime } from '@/components/ui/reading';
import { PartProblem } from '@/components/live/part-problem';
import type { ThrottlingPage } from '@/lib/console/operations/limits/views';
import { valueOrNull } from '@/lib/model/reading';
import type { ProducerRetry } from '@/lib/model/delivery/producer-retry';
import { producerDelayMs, producerWaits } from '@/lib/model/throttle/producer-backoff';
import { formatShare } from '@/lib/model/share';
import styles from './throttling.module.css';
import { experienceWords } from './throttling-lead.model';

const SHOWN = 12;

/** What the official producers do after 42900, what was seen of it, and what it is estimated to have cost them. */
export function ProducerFold({ page, onRetry }: { readonly page: ThrottlingPage; readonly onRetry: () => void }) {
  const { retry } = page;
  if (retry.kind === 'unknown')
    return <PartProblem what="The waits of producers" reason={retry.reason} onRetry={onRetry} />;
  return (
    <Fold
      line={
        <>
          <b>What producers experience:</b> {experienceWords(retry.value)}
        </>
      }
    >
      <div className="panel-body col">
        <Schedule retry={retry.value} />
        <Seen page={page} />
        <Estimate page={page} retry={retry.value} />
      </div>
    </Fold>
  );
}

function Schedule({ retry }: { readonly retry: ProducerRetry }) {
  const { maxAttempts, firstWaitMs, multiplier, jitter, maxWaitMs } = retry;
  const waits = producerWaits(retry, SHOWN).map((ms, index) => ({ ms, number: index + 1 }));
  return (
    <>
      <p className="small">
        It waits before it retries: {formatDuration(firstWaitMs)}, then × {multiplier} each time, ±{' '}
        {formatShare(jitter, 0)}, at most {formatDuration(maxWaitMs)}. Other errors are retried at once; transactions
        are not retried.
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
    </>
  );
}

/** The outcome of refused messages, recognized by their ids. */
function Seen({ page: { waits, until } }: { readonly page: ThrottlingPage }) {
  if (waits.kind === 'unknown')
    return until === null ? null : <p className="small text-3">How long they waited is not kept.</p>;
  const { through, longestMs, waiting, waitingMs, gone, mostInARow, lostSight } = waits.value;
  return (
    <p className="small">
      <b>
        {through === 0 || longestMs === null
          ? 'No refused message was accepted later yet.'
          : `${plural(through, 'refused message')} arrived on a later try, the slowest after ` +
            `${formatDuration(longestMs, 2)}.`}
      </b>{' '}
      {waiting > 0
        ? `${plural(waiting, 'message')} waiting, the longest for ${formatDuration(waitingMs ?? 0, 2)}. `
        : ''}
      {gone > 0 ? `${plural(gone, 'message')} not seen again: the caller got the error. ` : ''}
      {mostInARow > 1 ? `At most ${formatCount(mostInARow)} refusals of one message. ` : ''}
      {lostSight > 0 ? `The outcome of ${formatCount(lostSight)} more is unknown. ` : ''}
      <span className="text-3">
        Seen by this node in 15 min, <ReadingTime reading={waits} />.
      </span>
    </p>
  );
}

function Estimate({ page, retry }: { readonly page: ThrottlingPage; readonly retry: ProducerRetry }) {
  const refused = valueOrNull(page.refused)?.sends;
  if (refused === undefined) return <p className="small">How many sends were refused is unknown.</p>;
  if (refused === 0)
    return (
      <p className="small">
        {page.until === null ? 'No producer waited in the last 15 minutes.' : 'No producer waited in these 15 minutes.'}
      </p>
    );
  return (
    <p className="small">
      <b className="fg-throttled">
        {plural(refused, 'refused send')} in 15 min: {delayWords(retry, refused)} of waiting in all.
      </b>
      <span className="text-3"> Estimated from the waits above.</span>
    </p>
  );
}

function delayWords(retry: ProducerRetry, refused: number): string {
  const { fromMs, toMs } = producerDelayMs(retry, refused);
  const [from, to] = [formatDuration(fromMs, 2), formatDuration(toMs, 2)];
  return from === to ? `about ${from}` : `about ${from} to ${to}`;
}
