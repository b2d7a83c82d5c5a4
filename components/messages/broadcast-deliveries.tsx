'use client';

import { useMemo, useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { formatDuration } from '@/components/ui/duration.model';
import { EmptyState } from '@/components/ui/empty-state';
import { StateBadge } from '@/components/ui/state-badge';
import { Countdown, RelativeTime, Time, ZoneName } from '@/components/ui/time';
import type { FailureReason, MessageTimeline } from '@/lib/model/message/timeline';
import { type BroadcastRow, broadcastRows, broadcastSummary } from './broadcast.model';
import { Reported } from './delivery-columns';
import styles from './messages.module.css';
import { ReasonDialog } from './reason-dialog';
import { badgeOf } from './scope.model';
import { Said } from '@/components/ui/said';
import { sentences } from '@/lib/model/language/list';
import { between, pieces, t } from '@/lib/model/language/t';

/** The state of the message at all clients of a broadcast group, as one sentence. */
export function BroadcastVerdict({ clients }: { readonly clients: readonly MessageTimeline[] }) {
  const { sentence, detail, failed } = broadcastSummary(clients);
  return (
    <section className="panel">
      <div className={styles.verdict} data-state={failed > 0 ? 'dead' : 'consumed'}>
        <div className={styles.sentence}>
          <p data-testid="headline">{sentence}</p>
          <p className="small text-2">{detail}</p>
        </div>
      </div>
    </section>
  );
}

/** One row per client: each has its own delivery, and its own end. */
export function BroadcastDeliveries({ clients }: { readonly clients: readonly MessageTimeline[] }) {
  const [reason, setReason] = useState<FailureReason | null>(null);
  const columns = useMemo(() => columnsOf(setReason), []);
  const total = clients[0]?.client?.ofClients ?? clients.length;
  return (
    <section className="panel">
      <header>
        <h2>{t('Deliveries by client')}</h2>
        <span className="small text-2">{t('failed first; broadcast messages are not retried')}</span>
      </header>
      <DataTable
        label={t('Deliveries to the clients of {group}', { group: clients[0]?.group ?? '' })}
        columns={columns}
        rows={broadcastRows(clients)}
        rowId={(row) => row.clientId}
        empty={
          <EmptyState kind="none-ever" title={t('No clients')}>
            {t('No client of the group reads this message.')}
          </EmptyState>
        }
        footer={
          <div className="panel-body small text-3">
            {sentences(
              total > clients.length
                ? t(
                    `{shown, number} of {total, plural, one {# client} other {# clients}}: failed ones first, then the
                    last seen.`,
                    { shown: clients.length, total },
                  )
                : t('{total, plural, one {# client} other {# clients}}.', { total }),
              t('A client that is gone for longer than the retention is removed with its record.'),
            )}
          </div>
        }
      />
      <ReasonDialog reason={reason} onClose={() => setReason(null)} />
    </section>
  );
}

function columnsOf(onReason: (reason: FailureReason) => void): readonly Column<BroadcastRow>[] {
  return [
    { id: 'client', header: t('Client'), cut: true, cell: ({ clientId }) => clientId },
    {
      id: 'state',
      header: t('State'),
      width: '150px',
      cell: ({ state }) => <StateBadge {...badgeOf({ state, waitingBehind: null })} />,
    },
    {
      id: 'start',
      header: <Said of={pieces('Started, {zone}', { zone: <ZoneName /> })} />,
      align: 'end',
      hideNarrow: true,
      cell: ({ delivery }) =>
        delivery?.startedAt == null ? <span className="text-3">—</span> : <Time at={delivery.startedAt} />,
    },
    {
      id: 'took',
      header: t('Took'),
      align: 'end',
      hideNarrow: true,
      cell: ({ delivery }) =>
        delivery?.tookMs == null ? <span className="text-3">—</span> : formatDuration(delivery.tookMs),
    },
    { id: 'result', header: t('Result'), cut: true, cell: (row) => <Outcome row={row} onReason={onReason} /> },
    {
      id: 'seen',
      header: t('Client last seen'),
      align: 'end',
      hideNarrow: true,
      cell: ({ lastSeen }) => <RelativeTime at={lastSeen} />,
    },
  ];
}

function Outcome({
  row,
  onReason,
}: {
  readonly row: BroadcastRow;
  readonly onReason: (reason: FailureReason) => void;
}) {
  const { delivery, reason, lostReplies } = row;
  const lost =
    lostReplies === 0 ? null : (
      <span className="small text-3">
        {' '}
        {t('{count, plural, one {# earlier reply} other {# earlier replies}} did not reach the client', {
          count: lostReplies,
        })}
      </span>
    );
  switch (row.state) {
    case 'dropped':
      return (
        <>
          <span className="fg-dlq">{t('failed, not retried')}</span>
          {between(':')}
          {reason === null ? describeCause(delivery?.cause ?? null) : <Reported reason={reason} onReason={onReason} />}
          {reason?.unnamedClient === true ? (
            <span className="small text-3"> {t('reported without a client name')}</span>
          ) : null}
          {lost}
        </>
      );
    case 'in-flight':
      return (
        <span className="fg-inflight">
          {delivery?.leaseEndsAt == null ? (
            t('the end of its lease is unknown')
          ) : (
            <Said
              of={pieces('lease ends {time} ({left} left)', {
                time: <Time at={delivery.leaseEndsAt} />,
                left: <Countdown to={delivery.leaseEndsAt} />,
              })}
            />
          )}
          {lost}
        </span>
      );
    case 'consumed':
      return (
        <span className="text-2">
          {t('acknowledged')}
          {lost}
        </span>
      );
    case 'filtered-out':
      return <span className="text-2">{t('filtered out by the group')}</span>;
    case 'unrecorded':
      return <span className="text-2">{t('already passed; the result is no longer on record')}</span>;
    default:
      return (
        <span className="text-2">
          {t('not fetched yet')}
          {lost}
        </span>
      );
  }
}
