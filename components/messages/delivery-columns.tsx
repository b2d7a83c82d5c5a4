'use client';

import { Circle } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { formatDuration } from '@/components/ui/duration.model';
import { Icon } from '@/components/ui/icon';
import { StateBadge } from '@/components/ui/state-badge';
import { Countdown, Time, ZoneName } from '@/components/ui/time';
import type { FailureReason, TimelineDelivery } from '@/lib/model/message/timeline';
import { describeCause } from '@/components/ui/delivery-cause.model';
import type { DeliveryRow } from './delivery-rows.model';
import styles from './messages.module.css';

/** `lives`: how many lives there are; the life is a column only when there are two. */
export function deliveryColumns(
  lives: number,
  onReason: (reason: FailureReason) => void,
): readonly Column<DeliveryRow>[] {
  return [
    {
      id: 'attempt',
      header: '#',
      align: 'end',
      width: '52px',
      cell: (row) =>
        lives > 1 && row.kind === 'made' ? (
          <span
            title={`life ${row.delivery.generation + 1}`}
          >{`${row.delivery.generation + 1}·${row.delivery.attempt}`}</span>
        ) : (
          row.delivery.attempt
        ),
    },
    { id: 'state', header: 'State', width: '112px', cell: (row) => <State row={row} /> },
    {
      id: 'start',
      header: (
        <>
          Start, <ZoneName />
        </>
      ),
      align: 'end',
      cell: (row) =>
        row.kind === 'future' ? (
          row.when === 'fetched' ? (
            <Quiet>now</Quiet>
          ) : (
            <Time at={row.delivery.at} />
          )
        ) : row.delivery.startedAt === null ? (
          <Quiet>not seen</Quiet>
        ) : (
          <Time at={row.delivery.startedAt} />
        ),
    },
    { id: 'waited', header: 'Waited', align: 'end', hideNarrow: true, cell: (row) => <Waited row={row} /> },
    { id: 'took', header: 'Took', align: 'end', cell: (row) => <Took row={row} /> },
    {
      id: 'client',
      header: 'Client',
      hideNarrow: true,
      cell: (row) =>
        row.kind === 'future' ? <Quiet>any client</Quiet> : (row.delivery.client ?? <Quiet>unknown</Quiet>),
    },
    {
      id: 'result',
      header: 'Result',
      clip: true,
      cell: (row) =>
        row.kind === 'future' ? <Coming row={row} /> : <Result delivery={row.delivery} onReason={onReason} />,
    },
  ];
}

function Quiet({ children }: { readonly children: string }) {
  return <span className={styles.quiet}>{children}</span>;
}

function State({ row }: { readonly row: DeliveryRow }) {
  if (row.kind === 'future') {
    return (
      <span className={styles.future}>
        <Icon of={Circle} size={12} />
        {row.when === 'fetched' ? 'Due' : 'Future'}
      </span>
    );
  }
  switch (row.delivery.state) {
    case 'in-flight':
      return <StateBadge state="in-flight" />;
    case 'consumed':
      return <StateBadge state="consumed" />;
    case 'failed':
      return <StateBadge state="dead" label="Failed" />;
    case 'restarted':
      return <StateBadge state="waiting-retry" label="Again" />;
    case 'lost':
      return <StateBadge state="waiting-retry" label="Not counted" />;
    case 'revoked':
      return <StateBadge state="waiting-retry" label="Taken back" />;
  }
}

function Waited({ row }: { readonly row: DeliveryRow }) {
  if (row.kind === 'future')
    return row.when === 'fetched' ? <Quiet>—</Quiet> : `+${formatDuration(row.delivery.waitMs)}`;
  const { waitedMs, attempt } = row.delivery;
  if (waitedMs === null) return <Quiet>—</Quiet>;
  return attempt === 1 ? formatDuration(waitedMs, 2) : `+${formatDuration(waitedMs, 3)}`;
}

function Took({ row }: { readonly row: DeliveryRow }) {
  if (row.kind === 'future') return <Quiet>—</Quiet>;
  const { tookMs, state } = row.delivery;
  if (tookMs !== null) return formatDuration(tookMs);
  return state === 'in-flight' ? <span className="fg-inflight">running</span> : <Quiet>—</Quiet>;
}

function Coming({ row }: { readonly row: Extract<DeliveryRow, { kind: 'future' }> }) {
  const first =
    row.when === 'fetched'
      ? 'as soon as a client fetches it'
      : row.when === 'due-then'
        ? 'due then'
        : `if delivery ${row.when.fails} fails`;
  if (row.isLast) {
    return (
      <span className="text-2">
        {typeof row.when === 'string' ? `${first}; ` : ''}last try; fails → dead at <Time at={row.diesAt} />
      </span>
    );
  }
  return <span className="text-2">{first}</span>;
}

function Result({
  delivery,
  onReason,
}: {
  readonly delivery: TimelineDelivery;
  readonly onReason: (reason: FailureReason) => void;
}) {
  const { reason, state } = delivery;
  if (state === 'consumed') return <span className="text-2">acknowledged</span>;
  if (state === 'lost' || state === 'revoked') {
    return (
      <span className="text-2">
        {describeCause(delivery.cause)}
        <LateAnswer delivery={delivery} />
        {reason === null ? null : <Reported reason={reason} onReason={onReason} />}
      </span>
    );
  }
  if (state === 'restarted')
    return (
      <span className="text-2">
        acknowledged before its predecessor; delivered again because the predecessor failed
      </span>
    );
  if (state === 'in-flight' && delivery.ackedEarlyAt !== null) {
    return (
      <span className="fg-inflight">
        acknowledged <Time at={delivery.ackedEarlyAt} />, before its predecessor: final when that one is finished
      </span>
    );
  }
  if (state === 'in-flight') {
    return (
      <span className="fg-inflight">
        {delivery.leaseEndsAt === null ? (
          'the end of its lease is unknown'
        ) : (
          <>
            lease ends <Time at={delivery.leaseEndsAt} /> (<Countdown to={delivery.leaseEndsAt} />)
            {delivery.autoRenew ? ', renews while the client lives' : ''}
          </>
        )}
        {reason === null ? null : <Reported reason={reason} onReason={onReason} />}
      </span>
    );
  }
  if (reason !== null) {
    return (
      <>
        <Reported reason={reason} onReason={onReason} />
        {delivery.startedAt === null ? <span className="small text-3"> retried in the client itself</span> : null}
      </>
    );
  }
  return (
    <span className="text-2">
      cause not reported<span className="text-3">: {describeCause(delivery.cause)}</span>
    </span>
  );
}

/** What its client did with a delivery that it did not have any more. */
function LateAnswer({ delivery: { late, client } }: { readonly delivery: TimelineDelivery }) {
  if (late === null) return null;
  return (
    <>
      ; {late.answer === 'acknowledged' ? 'acknowledged' : 'reported as failed'} by {client ?? 'its client'} at{' '}
      <Time at={late.at} />, after it was taken back
    </>
  );
}

/** The first line of a reported reason; the rest on request. */
export function Reported({
  reason,
  onReason,
}: {
  readonly reason: FailureReason;
  readonly onReason: (reason: FailureReason) => void;
}) {
  const first = reason.message.split('\n', 1)[0] ?? '';
  const said = first === '' ? '' : `: ${first.slice(0, 160)}`;
  const more = reason.stack !== null || first.length < reason.message.length || first.length > 160;
  return (
    <span className={styles.reason}>
      <span className={styles.line} title={`${reason.errorType}${said}`}>
        <b>{reason.errorType}</b>
        {said}
      </span>
      {more ? (
        <button type="button" className={styles.more} onClick={() => onReason(reason)}>
          {reason.stack === null ? 'more' : 'stack'}
        </button>
      ) : null}
    </span>
  );
}
