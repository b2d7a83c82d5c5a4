'use client';

import { useState } from 'react';
import { PartProblem } from '@/components/live/part-problem';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { formatDuration } from '@/components/ui/duration.model';
import { EmptyState } from '@/components/ui/empty-state';
import { Time } from '@/components/ui/time';
import { valueOrNull } from '@/lib/model/reading';
import type { FailoverView, ThrottlingPage } from '@/lib/console/operations/limits/views';
import { FailoverDialog } from './failover-dialog';
import styles from './throttling.module.css';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface FailoverPanelProps {
  readonly page: ThrottlingPage;
  readonly mayNotEdit: string | null;
  readonly onChanged: () => void;
  readonly onRetry: () => void;
}

/** Where producers send when throttling lasts: what an operator has set, and whether they should switch now. */
export function FailoverPanel({ page, mayNotEdit, onChanged, onRetry }: FailoverPanelProps) {
  const [edited, setEdited] = useState<FailoverView | 'new' | null>(null);
  const { topic } = page;
  const throttled = valueOrNull(page.throttled);
  const failovers = valueOrNull(page.failovers) ?? [];
  const alone = (throttled ?? []).filter((row) => !failovers.some((one) => one.topic === row.topic));
  return (
    <section className="panel">
      <header>
        <h2>{t('Failover')}</h2>
        <span className="small text-3">{t('where producers send while throttling lasts')}</span>
        <span className="panel-end">
          <Button size="small" disabledReason={mayNotEdit} onClick={() => setEdited('new')}>
            {t('Set endpoint…')}
          </Button>
        </span>
      </header>
      <div className="panel-body col">
        {page.failovers.kind === 'unknown' ? (
          <PartProblem what={t('The endpoints')} reason={page.failovers.reason} onRetry={onRetry} />
        ) : failovers.length + alone.length === 0 ? (
          <EmptyState kind="none-ever" title={t('No endpoint is set')}>
            {t(
              `Set an endpoint per topic to which its producers send when they have been throttled for long: another
              broker or another cluster. They read it from GET /api/v1/topics.`,
            )}
          </EmptyState>
        ) : (
          <ul className={styles.failovers}>
            {failovers.map((failover) => (
              <li key={failover.topic}>
                <FailoverLine
                  failover={failover}
                  since={throttled === null ? null : throttled.find((row) => row.topic === failover.topic)?.since}
                />
                <Button
                  size="small"
                  variant="ghost"
                  disabledReason={mayNotEdit}
                  aria-label={t('Edit the endpoint of {topic}', { topic: failover.topic })}
                  onClick={() => setEdited(failover)}
                >
                  {t('Edit…')}
                </Button>
              </li>
            ))}
            {alone.map((row) => (
              <li key={row.topic}>
                <span>
                  <Said
                    of={pieces('<b>{topic}</b> has been throttled since {time}; no endpoint is set.', {
                      topic: row.topic,
                      time: <Time at={row.since} withRelative />,
                    })}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
        {page.throttled.kind === 'unknown' && page.failovers.kind !== 'unknown' ? (
          <PartProblem what={t('Which topics are throttled')} reason={page.throttled.reason} onRetry={onRetry} />
        ) : null}
      </div>
      {edited === null ? null : (
        <FailoverDialog
          failover={edited === 'new' ? null : edited}
          topic={edited === 'new' ? (topic ?? '') : edited.topic}
          onClose={() => setEdited(null)}
          onChanged={onChanged}
        />
      )}
    </section>
  );
}

function FailoverLine({
  failover,
  since,
}: {
  readonly failover: FailoverView;
  readonly since: string | null | undefined;
}) {
  const { topic, endpoints, afterSeconds, due } = failover;
  const endpoint = (
    <>
      <code>{endpoints}</code> <CopyButton text={endpoints} label={t('Copy the endpoint of {topic}', { topic })} />
    </>
  );
  const given = { topic, endpoint, time: formatDuration(afterSeconds * 1000) };
  if (due && since != null)
    return (
      <Banner tone="warning">
        <Said
          of={pieces('<b>{topic}</b> has been throttled since {time}: its producers should use {endpoint} now.', {
            ...{ topic, time: <Time at={since} withRelative />, endpoint },
          })}
        />
      </Banner>
    );
  return (
    <span>
      <Said
        of={
          since === undefined
            ? pieces('<b>{topic}</b>: {endpoint} once throttled for {time}; not throttled now.', given)
            : since === null
              ? pieces('<b>{topic}</b>: {endpoint} once throttled for {time}; unknown whether it is throttled.', given)
              : pieces('<b>{topic}</b>: {endpoint} once throttled for {time}.', given)
        }
      />
    </span>
  );
}
