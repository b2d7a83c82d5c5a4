'use client';

import type { Column } from '@/components/data-table/columns';
import { useWordsNow } from '@/components/ui/clock';
import { formatCount } from '@/components/ui/number.model';
import { StateBadge } from '@/components/ui/state-badge';
import { Countdown, Time, ZoneName } from '@/components/ui/time';
import { shortName } from '@/lib/model/group/client-host';
import type { BlockedKeyView } from '@/lib/console/operations/keys/views';
import { blockedFor, keyName } from './keys.model';
import styles from './keys.module.css';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

/** One line per key. `most`: behind the key that holds up the most. */
export function keyColumns(oneGroup: boolean, most: number): readonly Column<BlockedKeyView>[] {
  const columns: (Column<BlockedKeyView> | null)[] = [
    {
      id: 'key',
      header: t('Key'),
      cell: (row) => (
        <span className="row row-tight nowrap">
          <b>{keyName(row)}</b>
        </span>
      ),
    },
    oneGroup ? null : { id: 'group', header: t('Group'), cell: ({ group }) => group },
    { id: 'head', header: t('Head message'), cell: (row) => <HeadState row={row} /> },
    {
      id: 'since',
      header: <Said of={pieces('Blocked since, {zone}', { zone: <ZoneName /> })} />,
      align: 'end',
      hideNarrow: true,
      cell: ({ since, suspended }) => (suspended ? <NotBlocked /> : <Time at={since} />),
    },
    {
      id: 'for',
      header: t('Blocked for'),
      align: 'end',
      cell: (row) => (row.suspended ? <NotBlocked /> : <For row={row} />),
    },
    {
      id: 'behind',
      header: t('Messages behind'),
      align: 'end',
      cell: ({ behind }) => (
        <span className="nowrap">
          <Bar share={most === 0 ? 0 : behind / most} />
          <b>{formatCount(behind)}</b>
        </span>
      ),
    },
    { id: 'made', header: t('Attempt'), cell: (row) => <Made row={row} /> },
    {
      id: 'next',
      header: t('Next attempt'),
      align: 'end',
      cell: ({ nextAt, hold, head }) =>
        nextAt === null ? (
          <span className="text-3">
            {hold === null ? (head === null ? 'none' : t('decided by the client')) : t('none while held')}
          </span>
        ) : (
          <Countdown to={nextAt} />
        ),
    },
    {
      id: 'free',
      header: t('Unblocked by'),
      align: 'end',
      cell: ({ freeAt, hold, suspended }) =>
        suspended ? (
          <NotBlocked />
        ) : freeAt === null ? (
          <span className="text-3">{hold === null ? t('unknown') : t('when released')}</span>
        ) : (
          <Time at={freeAt} />
        ),
    },
    {
      id: 'error',
      header: t('Last error'),
      clip: true,
      cell: ({ errorType, errorMessage }) =>
        errorType === null ? (
          <span className="text-3">{t('not reported')}</span>
        ) : (
          <span className="mono" title={errorMessage ?? undefined}>
            {errorType}
            {errorMessage === null ? '' : `: ${errorMessage}`}
          </span>
        ),
    },
  ];
  return columns.filter((column) => column !== null);
}

/** Of a lite topic that its client suspended. */
function NotBlocked() {
  return <span className="text-3">{t('not blocked')}</span>;
}

function For({ row }: { readonly row: BlockedKeyView }) {
  return <span className="nowrap">{useWordsNow((now) => blockedFor(row, now))}</span>;
}

export function HeadState({ row }: { readonly row: BlockedKeyView }) {
  const isDue = useWordsNow((now) => row.head?.visibleAt != null && Date.parse(row.head.visibleAt) <= now);
  if (row.hold !== null)
    return <StateBadge state="paused" label={t('Held by {name}', { name: shortName(row.hold.by) })} />;
  if (row.head === null) return <StateBadge state="ready" />;
  if (row.suspended && !isDue) return <StateBadge state="waiting-retry" label={t('Suspended by its client')} />;
  if (row.head.leased)
    return (
      <StateBadge
        state="in-flight"
        label={row.client === null ? t('Leased') : t('Leased to {client}', { client: shortName(row.client) })}
      />
    );
  return <StateBadge state={isDue ? 'ready' : 'waiting-retry'} />;
}

/** What the broker counted. What a client that retries by itself reported is another count, and is named so. */
export function Made({ row }: { readonly row: BlockedKeyView }) {
  if (row.head === null) return <span className="text-3">{t('none in progress')}</span>;
  const all = row.maxRetries + 1;
  return (
    <span
      className="nowrap"
      title={
        row.head.retriesItself && row.head.leased
          ? t('Deliveries counted by the broker. The client also retries by itself.')
          : undefined
      }
    >
      <Bar share={row.made / all} tone="waiting" />
      {t('{attempt, number} of {max, number}', { attempt: row.made, max: all })}
      {row.clientAttempt === null ? null : (
        <span className="small text-3"> · {t('client: {attempt, number}', { attempt: row.clientAttempt })}</span>
      )}
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
