'use client';

import Link from 'next/link';
import type { Column } from '@/components/data-table/columns';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { formatCount, plural } from '@/components/ui/number.model';
import { useNow } from '@/components/ui/clock';
import { RelativeTime, Time, ZoneName } from '@/components/ui/time';
import type { DeadLetterView } from '@/lib/console/reads/dead-letters';
import styles from './dead-letters.module.css';

/** `oneGroup`: the filter names the group already. `canExpire`: dead letters may expire. */
export function letterColumns(oneGroup: boolean, canExpire: boolean): readonly Column<DeadLetterView>[] {
  const columns: (Column<DeadLetterView> | null)[] = [
    { id: 'message', header: 'Message', cell: (row) => <span className="mono">{shorten(row.messageId)}</span> },
    {
      id: 'died',
      header: (
        <>
          Died, <ZoneName />
        </>
      ),
      align: 'end',
      // How long is left says more than since when, where there is room for one.
      hideNarrow: canExpire,
      cell: (row) => <Time at={row.deadAt} />,
    },
    canExpire ? { id: 'expires', header: 'Expires', align: 'end', cell: (row) => <Expires row={row} /> } : null,
    oneGroup ? null : { id: 'group', header: 'Group', cell: (row) => row.group },
    {
      id: 'key',
      header: 'Key',
      hideNarrow: true,
      cell: (row) => row.messageGroup ?? row.key ?? <span className="text-3">none</span>,
    },
    { id: 'deliveries', header: 'Deliveries', align: 'end', hideNarrow: true, cell: (row) => <Deliveries row={row} /> },
    {
      id: 'client',
      header: 'Last client',
      hideNarrow: true,
      cell: (row) => row.client ?? <span className="text-3">unknown</span>,
    },
    { id: 'error', header: 'Error', wrap: true, cell: (row) => <ErrorText row={row} /> },
    { id: 'body', header: 'Body, B', align: 'end', hideNarrow: true, cell: (row) => formatCount(row.bodyBytes) },
    { id: 'redrive', header: 'Re-drive', hideNarrow: true, cell: (row) => <InRedrive row={row} /> },
  ];
  return columns.filter((column) => column !== null);
}

function Deliveries({ row }: { readonly row: DeadLetterView }) {
  return (
    <span
      title={
        row.generation === 0
          ? 'never re-driven'
          : `in its life ${row.generation + 1}, after ${plural(row.generation, 're-drive')}`
      }
    >
      {row.attempts}
    </span>
  );
}

const SOON_MS = 24 * 3_600_000;

/** How long until it is lost. */
function Expires({ row }: { readonly row: DeadLetterView }) {
  const now = useNow();
  if (row.expiresAt === null) {
    const why = row.redriveId === null ? 'kept until it is re-driven' : `not while it is in RD-${row.redriveId}`;
    return (
      <span className="text-3" title={why}>
        not now
      </span>
    );
  }
  const leftMs = Date.parse(row.expiresAt) - now;
  if (leftMs <= 0) return <span className={styles.soon}>any moment</span>;
  return (
    <span className={leftMs <= SOON_MS ? styles.soon : undefined}>
      <RelativeTime at={row.expiresAt} />
    </span>
  );
}

function ErrorText({ row }: { readonly row: DeadLetterView }) {
  if (row.errorType === null) {
    return (
      <span className="text-2">
        cause not reported<span className="text-3">: {describeCause(row.cause)}</span>
      </span>
    );
  }
  const line = row.errorMessage?.split('\n', 1)[0]?.slice(0, 200) ?? '';
  return (
    <span className={styles.cause}>
      {row.errorType}
      {line === '' ? '' : `: ${line}`}
    </span>
  );
}

function InRedrive({ row }: { readonly row: DeadLetterView }) {
  if (row.redriveId !== null) {
    return (
      <Link href={`/redrives/${row.redriveId}`} prefetch={false}>
        RD-{row.redriveId}, not released yet
      </Link>
    );
  }
  return <span className="text-3">{row.generation === 0 ? 'never' : `${plural(row.generation, 'time')} before`}</span>;
}

/** Both ends: producers' ids often differ in the last characters only. */
export function shorten(messageId: string): string {
  return messageId.length > 20 ? `${messageId.slice(0, 6)}…${messageId.slice(-10)}` : messageId;
}
