'use client';

import { Flag, Pause } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { shorten } from '@/components/parts/names';
import { useNow } from '@/components/ui/clock';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { Tag } from '@/components/ui/tag';
import { Countdown, Time, ZoneName } from '@/components/ui/time';
import type { WaitingRetryView } from '@/lib/console/operations/retries/views';
import { brokerCauseOf } from '@/lib/model/dead-letter/fingerprint/unreported';
import { sentenceOf } from '@/lib/model/dead-letter/fingerprint/sentence';
import styles from './retries.module.css';
import { formatPart } from '@/lib/model/share';

/** More squares than this say nothing. */
const MOST_SQUARES = 17;

/** One line per message: rows keep their height whatever the error says. */
export function retryColumns(oneGroup: boolean): readonly Column<WaitingRetryView>[] {
  const columns: (Column<WaitingRetryView> | null)[] = [
    { id: 'message', header: 'Message', cell: (row) => <span className="mono">{shorten(row.messageId)}</span> },
    {
      id: 'next',
      header: (
        <>
          Next attempt, <ZoneName />
        </>
      ),
      cell: (row) => <NextTry row={row} />,
    },
    oneGroup ? null : { id: 'group', header: 'Group', cell: (row) => row.group },
    { id: 'made', header: 'Attempts', cell: (row) => <Made row={row} /> },
    { id: 'used', header: 'Used', hideNarrow: true, cell: (row) => <Used row={row} /> },
    {
      id: 'dies',
      header: (
        <>
          To the DLQ, <ZoneName />
        </>
      ),
      align: 'end',
      cell: ({ diesAt, lastTry }) =>
        diesAt === null ? (
          <span className="text-3">not while held</span>
        ) : (
          <span className={lastTry ? 'fg-dlq' : undefined}>
            <Time at={diesAt} />
          </span>
        ),
    },
    {
      id: 'key',
      header: 'Key',
      cell: ({ keys, messageGroup }) => {
        const shown = messageGroup ?? (keys ?? []).join(', ');
        return shown === '' ? <span className="text-3">No key</span> : <span className={styles.client}>{shown}</span>;
      },
    },
    { id: 'error', header: 'Last error', clip: true, cell: (row) => <ErrorText row={row} /> },
    {
      id: 'client',
      header: 'Last client',
      hideNarrow: true,
      cell: ({ lastClient }) => (
        <span className={styles.client} title={lastClient ?? undefined}>
          {lastClient ?? <span className="text-3">none yet</span>}
        </span>
      ),
    },
    {
      id: 'first',
      header: 'First attempt',
      align: 'end',
      hideNarrow: true,
      cell: ({ firstTriedAt }) =>
        firstTriedAt === null ? <span className="text-3">none yet</span> : <Time at={firstTriedAt} />,
    },
  ];
  return columns.filter((column) => column !== null);
}

function NextTry({ row }: { readonly row: WaitingRetryView }) {
  const now = useNow();
  if (row.dueAt === null)
    return (
      <span title={`Held by ${row.heldBy ?? 'an operator'}${row.holdReason ? `: ${row.holdReason}` : ''}`}>
        <Tag icon={Pause}>held</Tag>
      </span>
    );
  if (Date.parse(row.dueAt) <= now)
    return (
      <span className="nowrap">
        <b>ready</b> <span className="text-3">since</span> <Time at={row.dueAt} />
      </span>
    );
  return (
    <span className="nowrap">
      <b>
        <Time at={row.dueAt} />
      </b>{' '}
      <span className="text-2">
        <Countdown to={row.dueAt} />
      </span>
    </span>
  );
}

function Made({ row }: { readonly row: WaitingRetryView }) {
  const over = row.attempt > row.maxRetries;
  return (
    <span className="row row-tight nowrap">
      {row.attempt} of {row.maxRetries + 1}
      {over ? <Tag icon={Flag}>over the limit</Tag> : row.lastTry ? <Tag icon={Flag}>last attempt</Tag> : null}
    </span>
  );
}

function Used({ row }: { readonly row: WaitingRetryView }) {
  const all = row.maxRetries + 1;
  if (all > MOST_SQUARES) return <span className="text-3">{formatPart(row.attempt, all, 0)}</span>;
  return (
    <span className={styles.used} aria-hidden="true">
      {Array.from({ length: all }, (_, index) => (
        <i key={index} data-made={index < row.attempt} />
      ))}
    </span>
  );
}

function ErrorText({ row }: { readonly row: WaitingRetryView }) {
  if (row.errorType === null) {
    const seen = row.cause === null ? null : brokerCauseOf(row.cause);
    return <span className="text-3">{seen === null ? 'not failed since its re-drive' : describeCause(seen)}</span>;
  }
  const line = sentenceOf(row.errorMessage ?? '', row.errorType);
  return (
    <span className={styles.error} title={row.errorMessage ?? undefined}>
      {row.errorType}
      {line === '' ? '' : `: ${line}`}
    </span>
  );
}
