'use client';

import { Check } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { Icon } from '@/components/ui/icon';
import { StateBadge } from '@/components/ui/state-badge';
import { Tag } from '@/components/ui/tag';
import { Time, ZoneName } from '@/components/ui/time';
import type { RedriveItemView } from '@/lib/console/operations/redrives/views';
import styles from './redrives.module.css';
import { deliveriesMade } from './item.model';
import { VerdictMark } from './verdict-mark';

/** `deliveries`: how many one message may have; null: its clients decide that themselves. */
export function itemColumns(deliveries: number | null): readonly Column<RedriveItemView>[] {
  return [
    {
      id: 'message',
      header: 'Message',
      cell: (row) => (
        <span className="mono">
          {row.messageId.length > 20 ? `${row.messageId.slice(0, 6)}…${row.messageId.slice(-10)}` : row.messageId}
        </span>
      ),
    },
    { id: 'verdict', header: 'Verdict', cell: (row) => <Verdict row={row} /> },
    { id: 'key', header: 'Key', hideNarrow: true, cell: (row) => row.key ?? <span className="text-3">none</span> },
    {
      id: 'released',
      header: (
        <>
          Released, <ZoneName />
        </>
      ),
      align: 'end',
      hideNarrow: true,
      cell: (row) => (row.movedAt === null ? <span className="text-3">not yet</span> : <Time at={row.movedAt} />),
    },
    {
      id: 'delivery',
      header: 'Delivery',
      align: 'end',
      cell: (row) => {
        const made = deliveriesMade(row);
        if (made === null) return <Unknown>unknown</Unknown>;
        if (made === 0) return <span className="text-3">none</span>;
        return deliveries === null ? made : `${made} of ${deliveries}`;
      },
    },
    { id: 'error', header: 'Error', clip: true, cell: (row) => <ErrorText row={row} /> },
    { id: 'against', header: 'Compared with before', hideNarrow: true, cell: (row) => <Against row={row} /> },
    { id: 'decided', header: 'Decided', align: 'end', cell: (row) => <Decided row={row} /> },
    {
      id: 'client',
      header: 'Client',
      hideNarrow: true,
      cell: (row) => row.client ?? <span className="text-3">—</span>,
    },
  ];
}

/** Ordered 5.x clients of a cluster retry in place. */
function Unknown({ children }: { readonly children: string }) {
  return (
    <span className="text-3" title="This message was delivered; brokers do not count how often.">
      {children}
    </span>
  );
}

function Verdict({ row }: { readonly row: RedriveItemView }) {
  if (row.verdict === 'retrying' && row.held) return <StateBadge state="in-flight" label="Retrying, in flight" />;
  if (row.verdict === 'not-yet-fetched' && row.movedAt === null)
    return <StateBadge state="ready" label="Not released yet" />;
  return <VerdictMark verdict={row.verdict} />;
}

function ErrorText({ row }: { readonly row: RedriveItemView }) {
  if (row.why !== null) return <span className="text-2">{row.why}</span>;
  if (row.errorType !== null) {
    const line = row.errorMessage?.split('\n', 1)[0]?.slice(0, 160) ?? '';
    return (
      <span className={styles.reason} title={row.errorMessage ?? undefined}>
        {row.errorType}
        {line === '' ? '' : `: ${line}`}
      </span>
    );
  }
  if (row.verdict !== 'died-again')
    return <span className="text-3">{row.verdict === 'retrying' && !row.held ? 'cause not reported' : '—'}</span>;
  return (
    <span className="text-2">
      cause not reported<span className="text-3">: {describeCause(row.brokerCause)}</span>
    </span>
  );
}

function Against({ row }: { readonly row: RedriveItemView }) {
  if (row.causeKey === null) return <span className="text-3">—</span>;
  if (row.formerKey === null) return <Tag>not reported before</Tag>;
  return <Tag>{row.causeKey === row.formerKey ? 'same cause' : 'new cause'}</Tag>;
}

function Decided({ row }: { readonly row: RedriveItemView }) {
  if (row.decidedAt !== null) return <Time at={row.decidedAt} />;
  if ((row.verdict === 'retrying' || row.verdict === 'in-flight') && row.visibleAt !== null) {
    return (
      <span className="text-2">
        {row.held ? 'lease ends ' : 'next '}
        <Time at={row.visibleAt} />
      </span>
    );
  }
  return row.verdict === 'consumed' ? (
    <span>
      <Icon of={Check} /> yes
    </span>
  ) : (
    <span className="text-3">—</span>
  );
}
