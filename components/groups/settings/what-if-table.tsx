'use client';

import type { ReactNode } from 'react';
import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import { AsOf, Time } from '@/components/ui/time';
import type { AttemptBucket } from '@/lib/console/reads/group-config';
import type { GroupSettings } from '@/lib/model/group-settings';
import styles from '@/components/form/version.module.css';
import { scheduleOf } from '@/components/groups/schedule.model';
import { outlookOf } from '@/components/groups/what-if.model';

interface WhatIfTableProps {
  /** Saved, and what saving would make. */
  readonly versions: readonly [number, number];
  readonly before: GroupSettings;
  readonly after: GroupSettings;
  readonly buckets: readonly AttemptBucket[];
  readonly asOf: string;
}

/** What saving now means for the messages that failed already. */
export function WhatIfTable({ versions, before, after, buckets, asOf }: WhatIfTableProps) {
  const then = outlookOf(before, buckets, asOf);
  const now = outlookOf(after, buckets, asOf);
  const more = after.maxRetries - before.maxRetries;
  const totals = [
    scheduleOf(before.retryPolicy, before.maxRetries).totalMs,
    scheduleOf(after.retryPolicy, after.maxRetries).totalMs,
  ] as const;
  return (
    <section className="panel">
      <header>
        <h2>If you save now</h2>
        <span className="panel-end">
          <AsOf at={asOf} />
        </span>
      </header>
      <table className={styles.compare}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Effect</span>
            </th>
            <th scope="col">v{versions[0]}</th>
            <th scope="col">v{versions[1]}</th>
          </tr>
        </thead>
        <tbody>
          <Row
            label="Deliveries per message"
            before={formatCount(before.maxRetries + 1)}
            after={formatCount(after.maxRetries + 1)}
            same={more === 0}
          />
          <Row
            label={after.deliveryOrder === 'ordered' ? 'A key is blocked at most' : 'First failure to dead letter'}
            before={formatDuration(totals[0])}
            after={formatDuration(totals[1])}
            same={totals[0] === totals[1]}
          />
          <Row
            label={`Failed and not finished, ${formatCount(then.messages)}`}
            before={`${plural(before.maxRetries, 'retry', 'retries')} each`}
            after={
              more === 0
                ? 'as before'
                : `${more > 0 ? 'get' : 'lose'} ${formatCount(Math.abs(more))}${more > 0 ? ' more' : ''}`
            }
            same={more === 0 || then.messages === 0}
          />
          <Row
            label="Earliest death among them"
            before={momentOf(then.firstDeathAt, asOf)}
            after={momentOf(now.firstDeathAt, asOf)}
            same={then.firstDeathAt === now.firstDeathAt}
          />
          <Row
            label="Over the limit, die undelivered"
            before={formatCount(then.dieWaiting)}
            after={<span className={now.dieWaiting > 0 ? 'fg-dlq' : ''}>{formatCount(now.dieWaiting)}</span>}
            same={now.dieWaiting === then.dieWaiting}
          />
          <Row
            label="With a client, die if it fails"
            before={formatCount(then.dieIfFailing)}
            after={<span className={now.dieIfFailing > 0 ? 'fg-dlq' : ''}>{formatCount(now.dieIfFailing)}</span>}
            same={now.dieIfFailing === then.dieIfFailing}
          />
          <Row label="Already dead" before="stay dead" after="stay dead" same />
        </tbody>
      </table>
      <footer>A message that waits keeps its due time; the new waits count from its next failure.</footer>
    </section>
  );
}

function momentOf(at: string | null, asOf: string): ReactNode {
  if (at === null) return '—';
  return at <= asOf ? 'at once' : <Time at={at} />;
}

function Row({
  label,
  before,
  after,
  same,
}: {
  readonly label: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
  readonly same: boolean;
}) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="text-3">{before}</td>
      <td className={same ? styles.same : ''}>{after}</td>
    </tr>
  );
}
