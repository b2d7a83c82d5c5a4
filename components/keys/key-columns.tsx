'use client';

import type { Column } from '@/components/data-table/columns';
import { useNow } from '@/components/ui/clock';
import { formatCount } from '@/components/ui/number.model';
import { StateBadge } from '@/components/ui/state-badge';
import { Countdown, Time, ZoneName } from '@/components/ui/time';
import type { BlockedKeyView } from '@/lib/console/reads/blocked-keys';
import { blockedFor, keyName } from './keys.model';
import styles from './keys.module.css';

/** One line per key. `most`: behind the key that holds up the most. */
export function keyColumns(oneGroup: boolean, most: number): readonly Column<BlockedKeyView>[] {
  const columns: (Column<BlockedKeyView> | null)[] = [
    {
      id: 'key',
      header: 'Key',
      cell: (row) => (
        <span className="row row-tight nowrap">
          <b>{keyName(row)}</b>
        </span>
      ),
    },
    oneGroup ? null : { id: 'group', header: 'Group', cell: ({ group }) => group },
    { id: 'head', header: 'Head', cell: (row) => <HeadState row={row} /> },
    {
      id: 'since',
      header: (
        <>
          Blocked since, <ZoneName />
        </>
      ),
      align: 'end',
      hideNarrow: true,
      cell: ({ since }) => <Time at={since} />,
    },
    { id: 'for', header: 'Blocked for', align: 'end', cell: (row) => <For row={row} /> },
    {
      id: 'behind',
      header: 'Waiting behind',
      align: 'end',
      cell: ({ behind }) => (
        <span className="nowrap">
          <Bar share={most === 0 ? 0 : behind / most} />
          <b>{formatCount(behind)}</b>
        </span>
      ),
    },
    { id: 'made', header: 'Head delivery', cell: (row) => <Made row={row} /> },
    {
      id: 'next',
      header: 'Next try',
      align: 'end',
      cell: ({ nextAt, hold }) =>
        nextAt === null ? (
          <span className="text-3">{hold === null ? 'running' : 'not while held'}</span>
        ) : (
          <Countdown to={nextAt} />
        ),
    },
    {
      id: 'free',
      header: 'Free at the latest',
      align: 'end',
      cell: ({ freeAt }) => (freeAt === null ? <span className="text-3">when released</span> : <Time at={freeAt} />),
    },
    {
      id: 'error',
      header: 'Head error',
      clip: true,
      cell: ({ errorType, errorMessage }) =>
        errorType === null ? (
          <span className="text-3">not reported</span>
        ) : (
          <span className="mono" title={errorMessage ?? undefined}>
            {errorType}
            {errorMessage === null ? '' : `: ${errorMessage}`}
          </span>
        ),
    },
    {
      id: 'client',
      header: 'Client',
      hideNarrow: true,
      cell: ({ client, head }) => (
        <span className={styles.client} title={client ?? undefined}>
          {client === null ? (
            <span className="text-3">none</span>
          ) : (
            <span className={head?.leased === true ? 'fg-inflight' : 'text-2'}>{client}</span>
          )}
        </span>
      ),
    },
  ];
  return columns.filter((column) => column !== null);
}

function For({ row }: { readonly row: BlockedKeyView }) {
  return <span className="nowrap">{blockedFor(row, useNow())}</span>;
}

export function HeadState({ row }: { readonly row: BlockedKeyView }) {
  const now = useNow();
  if (row.hold !== null) return <StateBadge state="paused" label="Held" />;
  if (row.head === null) return <StateBadge state="ready" />;
  if (row.head.leased) return <StateBadge state="in-flight" />;
  const due = row.head.visibleAt !== null && Date.parse(row.head.visibleAt) <= now;
  return <StateBadge state={due ? 'ready' : 'waiting-retry'} />;
}

/** Ordered clients retry by themselves and report the end only, so the count is an estimate meanwhile. */
export function Made({ row }: { readonly row: BlockedKeyView }) {
  if (row.head === null) return <span className="text-3">none in progress</span>;
  const all = row.maxRetries + 1;
  return (
    <span
      className="nowrap"
      title={row.estimate ? 'Its client retries by itself; the number is known when it reports.' : undefined}
    >
      <Bar share={row.made / all} tone="waiting" />
      {row.estimate ? '≈ ' : ''}
      {row.made} of {all}
    </span>
  );
}

function Bar({ share, tone = 'ready' }: { readonly share: number; readonly tone?: 'ready' | 'waiting' }) {
  return (
    <span className={styles.bar} data-tone={tone} aria-hidden="true">
      <i style={{ width: `${Math.round(Math.min(1, share) * 100)}%` }} />
    </span>
  );
}
