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
        <h2>Failover</h2>
        <span className="small text-3">where producers send while throttling lasts</span>
        <span className="panel-end">
          <Button size="small" disabledReason={mayNotEdit} onClick={() => setEdited('new')}>
            Set endpoint…
          </Button>
        </span>
      </header>
      <div className="panel-body col">
        {page.failovers.kind === 'unknown' ? (
          <PartProblem what="The endpoints" reason={page.failovers.reason} onRetry={onRetry} />
        ) : failovers.length + alone.length === 0 ? (
          <EmptyState kind="none-ever" title="No endpoint is set">
            Set per topic where its producers send when they are throttled for long: another broker, or another cluster.
            They read it from GET /api/v1/topics.
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
                  aria-label={`Edit endpoint of ${failover.topic}`}
                  onClick={() => setEdited(failover)}
                >
                  Edit…
                </Button>
              </li>
            ))}
            {alone.map((row) => (
              <li key={row.topic}>
                <span>
                  <b>{row.topic}</b> is throttled since <Time at={row.since} withRelative />; no endpoint is set.
                </span>
              </li>
            ))}
          </ul>
        )}
        {page.throttled.kind === 'unknown' && page.failovers.kind !== 'unknown' ? (
          <PartProblem what="Which topics are throttled" reason={page.throttled.reason} onRetry={onRetry} />
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
      <code>{endpoints}</code> <CopyButton text={endpoints} label={`Copy endpoint of ${topic}`} />
    </>
  );
  if (due && since != null)
    return (
      <Banner tone="warning">
        <b>{topic}</b> is throttled since <Time at={since} withRelative />: its producers should use {endpoint} now.
      </Banner>
    );
  return (
    <span>
      <b>{topic}</b>: {endpoint} once throttled for {formatDuration(afterSeconds * 1000)}
      {since === undefined ? '; not throttled now' : since === null ? '; whether it is throttled is unknown' : ''}.
    </span>
  );
}
