'use client';

import { Flag, Pause } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { shorten } from '@/components/parts/names';
import { ClientName } from '@/components/ui/client-name';
import { useWordsNow } from '@/components/ui/clock';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { Tag } from '@/components/ui/tag';
import { DueIn, Time, ZoneName } from '@/components/ui/time';
import type { WaitingRetryView } from '@/lib/console/operations/retries/views';
import { brokerCauseOf } from '@/lib/model/dead-letter/fingerprint/unreported';
import { sentenceOf } from '@/lib/model/dead-letter/fingerprint/sentence';
import styles from './retries.module.css';
import { formatPart } from '@/lib/model/share';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';

/** More squares than this say nothing. */
const MOST_SQUARES = 17;

/** One line per message: rows keep their height whatever the error says. */
export function retryColumns(oneGroup: boolean): readonly Column<WaitingRetryView>[] {
  const columns: (Column<WaitingRetryView> | null)[] = [
    { id: 'message', header: t('Message'), cell: (row) => <span className="mono">{shorten(row.messageId)}</span> },
    {
      id: 'next',
      header: <Said of={pieces('Next attempt, {zone}', { zone: <ZoneName /> })} />,
      cell: (row) => <NextTry row={row} />,
    },
    oneGroup ? null : { id: 'group', header: t('Group'), cell: (row) => row.group },
    { id: 'made', header: t('Attempts'), cell: (row) => <Made row={row} /> },
    { id: 'used', header: t('Attempts used'), hideNarrow: true, cell: (row) => <Used row={row} /> },
    {
      id: 'dies',
      header: <Said of={pieces('Moves to the DLQ, {zone}', { zone: <ZoneName /> })} />,
      align: 'end',
      cell: ({ diesAt, lastTry }) =>
        diesAt === null ? (
          <span className="text-3">{t('not while held')}</span>
        ) : (
          <span className={lastTry ? 'fg-dlq' : undefined}>
            <Time at={diesAt} />
          </span>
        ),
    },
    {
      id: 'key',
      header: t('Key'),
      cell: ({ keys, messageGroup }) => {
        const shown = messageGroup ?? enumerated(keys ?? []);
        return shown === '' ? (
          <span className="text-3">{t('No key')}</span>
        ) : (
          <span className={styles.client}>{shown}</span>
        );
      },
    },
    { id: 'error', header: t('Last error'), clip: true, cell: (row) => <ErrorText row={row} /> },
    {
      id: 'client',
      header: t('Last client'),
      hideNarrow: true,
      cell: ({ lastClient }) => (
        <span className={styles.client}>
          <ClientName id={lastClient} none={t('none yet')} />
        </span>
      ),
    },
    {
      id: 'first',
      header: t('First attempt'),
      align: 'end',
      hideNarrow: true,
      cell: ({ firstTriedAt }) =>
        firstTriedAt === null ? <span className="text-3">{t('none yet')}</span> : <Time at={firstTriedAt} />,
    },
  ];
  return columns.filter((column) => column !== null);
}

function NextTry({ row }: { readonly row: WaitingRetryView }) {
  const isDue = useWordsNow((now) => row.dueAt !== null && Date.parse(row.dueAt) <= now);
  if (row.dueAt === null)
    return (
      <span title={heldTitle(row)}>
        <Tag icon={Pause}>{t('held')}</Tag>
      </span>
    );
  if (isDue)
    return (
      <span className="nowrap">
        <Said of={pieces('<b>ready</b> since {time}', { time: <Time at={row.dueAt} /> })} />
      </span>
    );
  return (
    <span className="nowrap">
      <b>
        <Time at={row.dueAt} />
      </b>{' '}
      <span className="text-2">
        <DueIn at={row.dueAt} />
      </span>
    </span>
  );
}

function heldTitle({ heldBy, holdReason }: WaitingRetryView): string {
  const name = heldBy ?? t('an operator');
  return holdReason ? t('Held by {name}: {reason}', { name, reason: holdReason }) : t('Held by {name}', { name });
}

function Made({ row }: { readonly row: WaitingRetryView }) {
  const over = row.attempt > row.maxRetries;
  return (
    <span className="row row-tight nowrap">
      {t('{attempt, number} of {max, number}', { attempt: row.attempt, max: row.maxRetries + 1 })}
      {over ? (
        <Tag icon={Flag}>{t('over the limit')}</Tag>
      ) : row.lastTry ? (
        <Tag icon={Flag}>{t('next is the last')}</Tag>
      ) : null}
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
    return <span className="text-3">{seen === null ? t('not failed since its re-drive') : describeCause(seen)}</span>;
  }
  const line = sentenceOf(row.errorMessage ?? '', row.errorType);
  return (
    <span className={styles.error} title={row.errorMessage ?? undefined}>
      {row.errorType}
      {line === '' ? '' : `: ${line}`}
    </span>
  );
}
