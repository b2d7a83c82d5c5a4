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
import { PartBoundary } from '@/components/ui/part-boundary';
import { hiddenWholeWords } from '@/lib/model/masking/words';
import type { CauseSampleView } from '@/lib/console/operations/causes/views';
import styles from './causes.module.css';

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
        <h2>Sample</h2>
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
                label="Show"
                value={shown}
                onChange={setShown}
                options={[
                  { value: 'error', label: 'Error' },
                  { value: 'body', label: 'Body' },
                ]}
              />
            </span>
          </>
        )}
      </header>
      {sample === null ? (
        <div className="panel-body">
          <EmptyState kind="none-in-range" title="No dead letters left">
            They were re-driven, discarded, or their retention is over.
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
        The application reported nothing about its last delivery: {describeCause(brokerCause)}. To see why next time,
        let it report failures.
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
          {hiddenWholeWords(sample.hidden)} The page of the message shows what can be shown.
        </EmptyState>
      </div>
    );
  if (sample.body === null)
    return <div className="panel-body small text-2">{formatBytes(sample.bodyBytes)} that are not text.</div>;
  return (
    <PartBoundary what="The body">
      <BodyText text={sample.body} className={styles.code} label="Body" />
    </PartBoundary>
  );
}
