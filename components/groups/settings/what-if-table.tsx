'use client';

import type { ReactNode } from 'react';
import { BrokerFigure, NotKnown } from '@/components/clusters/figure';
import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import { AsOf, Time } from '@/components/ui/time';
import type { AttemptBucket } from '@/lib/model/attempt-bucket';
import type { GroupSettings } from '@/lib/model/group-settings';
import { mapReading, type Reading, stateOf, valueOrNull } from '@/lib/model/reading';
import type { EngineKind } from '@/lib/model/workspace';
import styles from '@/components/form/version.module.css';
import { scheduleOf } from '@/components/groups/schedule.model';
import { OUTLOOK_WORDS, type Outlook, outlookOf } from '@/components/groups/what-if.model';

interface WhatIfTableProps {
  /** Saved, and what saving would make. */
  readonly versions: readonly [number, number];
  readonly before: GroupSettings;
  readonly after: GroupSettings;
  readonly engine: EngineKind;
  readonly buckets: Reading<readonly AttemptBucket[]>;
  readonly asOf: string;
  /** Beside the time of the reading. */
  readonly action?: ReactNode;
  /** What else is to be known of the numbers. */
  readonly notes: readonly string[];
}

/** What saving now means for the messages that failed already. */
export function WhatIfTable({
  versions,
  before,
  after,
  engine,
  buckets,
  asOf,
  action = null,
  notes,
}: WhatIfTableProps) {
  const then = mapReading(buckets, (found) => outlookOf(before, found, asOf, engine));
  const now = mapReading(buckets, (found) => outlookOf(after, found, asOf, engine));
  const words = OUTLOOK_WORDS[engine];
  const more = after.maxRetries - before.maxRetries;
  const totals = [
    scheduleOf(before.retryPolicy, before.maxRetries).totalMs,
    scheduleOf(after.retryPolicy, after.maxRetries).totalMs,
  ] as const;
  return (
    <section className="panel">
      <header>
        <h2>If you save now</h2>
        <span className="panel-end row">
          <AsOf at={asOf} />
          {action}
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
            label={after.deliveryOrder === 'ordered' ? 'A key is blocked at most' : words.total}
            before={formatDuration(totals[0])}
            after={formatDuration(totals[1])}
            same={totals[0] === totals[1]}
          />
          <Row
            label={
              <>
                {words.all}, <BrokerFigure reading={mapReading(then, ({ messages }) => messages)} />
              </>
            }
            before={`${plural(before.maxRetries, 'retry', 'retries')} each`}
            after={
              more === 0
                ? 'as before'
                : `${more > 0 ? 'get' : 'lose'} ${formatCount(Math.abs(more))}${more > 0 ? ' more' : ''}`
            }
            same={more === 0 || valueOrNull(then)?.messages === 0}
          />
          <Row
            label="Earliest death among them"
            before={<Moment of={then} asOf={asOf} />}
            after={<Moment of={now} asOf={asOf} />}
            same={valueOrNull(then)?.firstDeathAt === valueOrNull(now)?.firstDeathAt}
          />
          <Row
            label="Over the limit, die undelivered"
            before={<BrokerFigure reading={mapReading(then, ({ dieWaiting }) => dieWaiting)} />}
            after={<BrokerFigure reading={mapReading(now, ({ dieWaiting }) => dieWaiting)} tone="dlq" />}
            same={valueOrNull(now)?.dieWaiting === valueOrNull(then)?.dieWaiting}
          />
          <Row
            label={words.leased}
            before={<BrokerFigure reading={mapReading(then, ({ dieIfFailing }) => dieIfFailing)} />}
            after={<BrokerFigure reading={mapReading(now, ({ dieIfFailing }) => dieIfFailing)} tone="dlq" />}
            same={valueOrNull(now)?.dieIfFailing === valueOrNull(then)?.dieIfFailing}
          />
          <Row label="Already dead" before="stay dead" after="stay dead" same />
        </tbody>
      </table>
      <footer>{[words.after, ...notes].join(' ')}</footer>
    </section>
  );
}

function Moment({ of, asOf }: { readonly of: Reading<Outlook>; readonly asOf: string }) {
  if (of.kind === 'unknown') return <NotKnown reading={of} />;
  const at = of.value.firstDeathAt;
  if (at === null) return stateOf(of) === 'bound' ? <span className="text-3">not known</span> : '—';
  if (at <= asOf) return 'at once';
  return (
    <>
      <Time at={at} />
      {stateOf(of) === 'bound' ? ' or earlier' : ''}
    </>
  );
}

function Row({
  label,
  before,
  after,
  same,
}: {
  readonly label: ReactNode;
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
