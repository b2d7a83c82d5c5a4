'use client';

import { Link } from '@/components/ui/link';
import { messageHref } from '@/components/parts/names';
import { useState } from 'react';
import { useHere } from '@/components/live/use-here';
import { EmptyState } from '@/components/ui/empty-state';
import { formatBytes } from '@/components/ui/number.model';
import { Segmented } from '@/components/ui/segmented';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { BodyText } from '@/components/messages/body-text';
import { ErrorText } from '@/components/messages/error-text';
import { hiddenWords } from '@/components/messages/hidden-values.model';
import { PartBoundary } from '@/components/ui/part-boundary';
import type { CauseSampleView } from '@/lib/console/operations/causes/views';
import styles from './causes.module.css';
import { sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

interface SamplePanelProps {
  readonly sample: CauseSampleView | null;
  readonly brokerCause: string | null;
}

/** The newest of them: what the application said, and what was in it. */
export function SamplePanel({ sample, brokerCause }: SamplePanelProps) {
  const [shown, setShown] = useState<'error' | 'body'>('error');
  const here = useHere();
  return (
    <section className="panel">
      <header>
        <h2>{t('Sample')}</h2>
        {sample === null ? null : (
          <>
            <Link href={here(messageHref(sample.messageId))} prefetch={false} className="mono small">
              {sample.messageId.length > 14
                ? `${sample.messageId.slice(0, 6)}…${sample.messageId.slice(-4)}`
                : sample.messageId}
            </Link>
            <span className="small text-2">{sample.key}</span>
            <span className="panel-end">
              <Segmented
                label={t('Sample content')}
                value={shown}
                onChange={setShown}
                options={[
                  { value: 'error', label: t('Error') },
                  { value: 'body', label: t('Body') },
                ]}
              />
            </span>
          </>
        )}
      </header>
      {sample === null ? (
        <div className="panel-body">
          <EmptyState kind="none-in-range" title={t('No dead letters left')}>
            {t('They were re-driven or discarded, or have expired.')}
          </EmptyState>
        </div>
      ) : shown === 'error' ? (
        <SampleError sample={sample} brokerCause={brokerCause} />
      ) : (
        <SampleBody sample={sample} />
      )}
    </section>
  );
}

function SampleError({
  sample,
  brokerCause,
}: {
  readonly sample: CauseSampleView;
  readonly brokerCause: string | null;
}) {
  if (sample.errorType === null)
    return (
      <div className="panel-body small">
        {t(
          `The application did not report an error for the last delivery: {brokerCause}. Report failures from the
            application to see the cause.`,
          { brokerCause: describeCause(brokerCause) },
        )}
      </div>
    );
  const { errorType, message, stack } = sample;
  return <ErrorText {...{ errorType, message, stack }} className={styles.code} />;
}

function SampleBody({ sample }: { readonly sample: CauseSampleView }) {
  if (sample.bodyNotAllowed !== null)
    return (
      <div className="panel-body">
        <EmptyState kind="not-allowed">{sample.bodyNotAllowed}</EmptyState>
      </div>
    );
  if (sample.body === null && sample.hidden !== null)
    return (
      <div className="panel-body">
        <EmptyState kind="not-allowed">
          {sentences(
            hiddenWords(sample.hidden, sample.hidden.rules),
            t('The page of the message shows the visible parts.'),
          )}
        </EmptyState>
      </div>
    );
  if (sample.body === null)
    return (
      <div className="panel-body small text-2">
        {t('{bodyBytes}, not text.', { bodyBytes: formatBytes(sample.bodyBytes) })}
      </div>
    );
  return (
    <PartBoundary what={t('Message body')}>
      <BodyText text={sample.body} className={styles.code} label={t('Body')} />
    </PartBoundary>
  );
}
