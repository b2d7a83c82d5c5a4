'use client';

import { formatDuration } from '@/components/ui/duration.model';
import { formatCount } from '@/components/ui/number.model';
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
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { sentences } from '@/lib/model/language/list';

const SHOWN = 12;

/** What the official producers do after 42900, what was seen of it, and what it is estimated to have cost them. */
export function ProducerFold({ page, onRetry }: { readonly page: ThrottlingPage; readonly onRetry: () => void }) {
  const { retry } = page;
  if (retry.kind === 'unknown')
    return <PartProblem what={t('Waiting times of producers')} reason={retry.reason} onRetry={onRetry} />;
  return (
    <Fold line={<Said of={pieces('<b>Producers:</b> {experience}', { experience: experienceWords(retry.value) })} />}>
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
        {t(
          `The SDK waits {first} before the first retry, then × {multiplier, number} each time, ± {jitter}, at most
          {most}. Other errors are retried immediately; transaction messages are not retried.`,
          {
            ...{ first: formatDuration(firstWaitMs), multiplier, jitter: formatShare(jitter, 0) },
            most: formatDuration(maxWaitMs),
          },
        )}
      </p>
      <ol className={styles.waits} aria-label={t('Waits in seconds')}>
        {waits.map(({ ms, number }) => (
          <li key={number} data-used={number < maxAttempts}>
            <span>{formatCount(ms >= 10_000 ? Math.round(ms / 1000) : Math.round(ms / 100) / 10)}</span>
            <i style={{ height: `${6 + (54 * ms) / maxWaitMs}px` }} />
            <span className="text-3">{number}</span>
          </li>
        ))}
      </ol>
      <p className="small">
        {t(
          `The SDK makes {max, plural, one {# attempt} other {# attempts}}; then the caller gets the error. A refused
          message is not stored.`,
          { max: maxAttempts },
        )}
      </p>
    </>
  );
}

/** The outcome of refused messages, recognized by their ids. */
function Seen({ page: { waits, until } }: { readonly page: ThrottlingPage }) {
  if (waits.kind === 'unknown')
    return until === null ? null : <p className="small text-3">{t('Wait times are not kept.')}</p>;
  const { through, longestMs, waiting, waitingMs, gone, mostInARow, lostSight } = waits.value;
  return (
    <p className="small">
      <b>
        {through === 0 || longestMs === null
          ? t('No refused message has been accepted later yet.')
          : t(
              `{through, plural, one {# refused message was} other {# refused messages were}} accepted on a later
              attempt, the slowest after {time}.`,
              { through, time: formatDuration(longestMs, 2) },
            )}
      </b>{' '}
      {sentences(
        waiting > 0
          ? t('{waiting, plural, one {# message is} other {# messages are}} waiting, the longest for {time}.', {
              waiting,
              time: formatDuration(waitingMs ?? 0, 2),
            })
          : '',
        gone > 0
          ? t(
              `{gone, plural, one {# message was not sent again: the caller} other {# messages were not sent again: the
              callers}} got the error.`,
              { gone },
            )
          : '',
        mostInARow > 1 ? t('A single message was refused up to {count, number} times.', { count: mostInARow }) : '',
        lostSight > 0
          ? t(
              `The outcome of {count, plural, one {# more refused message} other {# more refused messages}} is
              unknown.`,
              {
                count: lostSight,
              },
            )
          : '',
      )}
      {between()}
      <span className="text-3">
        <Said of={pieces('Seen by this node in 15 min, {time}.', { time: <ReadingTime reading={waits} /> })} />
      </span>
    </p>
  );
}

function Estimate({ page, retry }: { readonly page: ThrottlingPage; readonly retry: ProducerRetry }) {
  const refused = valueOrNull(page.refused)?.sends;
  if (refused === undefined) return <p className="small">{t('How many sends were refused is unknown.')}</p>;
  if (refused === 0)
    return (
      <p className="small">
        {page.until === null
          ? t('No producer waited in the last 15 minutes.')
          : t('No producer waited in these 15 minutes.')}
      </p>
    );
  return (
    <p className="small">
      <b className="fg-throttled">{delayWords(retry, refused)}</b>{' '}
      <span className="text-3">{t('Estimated from the waits above.')}</span>
    </p>
  );
}

function delayWords(retry: ProducerRetry, refused: number): string {
  const { fromMs, toMs } = producerDelayMs(retry, refused);
  const [from, to] = [formatDuration(fromMs, 2), formatDuration(toMs, 2)];
  return from === to
    ? t('{count, plural, one {# refused send} other {# refused sends}} in 15 min: about {time} of waiting in total.', {
        count: refused,
        time: from,
      })
    : t(
        `{count, plural, one {# refused send} other {# refused sends}} in 15 min: about {from} to {to} of waiting in
        total.`,
        { count: refused, from, to },
      );
}
