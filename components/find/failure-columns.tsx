import type { ReactNode } from 'react';
import type { Column } from '@/components/data-table/columns';
import { shorten, typeWord } from '@/components/parts/names';
import { useWordsNow } from '@/components/ui/clock';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { StateBadge } from '@/components/ui/state-badge';
import { DueIn, RelativeTime, Time, ZoneName } from '@/components/ui/time';
import type { ReadData } from '@/lib/console/reads/registry';
import { shortName } from '@/lib/model/group/client-host';
import styles from './find.module.css';
import { keyOf } from './found.model';
import { Said } from '@/components/ui/said';
import { between, pieces, t } from '@/lib/model/language/t';

type RecentFailureView = ReadData<'messages'>['items'][number];

/** People know keys, not ids. A text that is cut is whole on hover, and beside the list. */
export const failureColumns = (): readonly Column<RecentFailureView>[] => [
  { id: 'key', header: t('Key'), cut: true, cell: (row) => <KeyCell {...row} /> },
  {
    id: 'message',
    header: t('Message'),
    cell: ({ messageId }) =>
      messageId === null ? (
        <span className="text-3">{t('No longer in the log')}</span>
      ) : (
        <span className={styles.id} title={messageId}>
          {shorten(messageId)}
        </span>
      ),
  },
  {
    id: 'type',
    header: t('Type'),
    hideNarrow: true,
    cell: ({ kind }) => <span className="text-2">{kind === null ? t('Unknown') : typeWord(kind)}</span>,
  },
  { id: 'group', header: t('Group'), cut: true, cell: ({ group }) => <span title={group}>{group}</span> },
  { id: 'now', header: t('State'), cell: (row) => <State row={row} /> },
  {
    id: 'attempt',
    header: t('Attempt'),
    align: 'end',
    cell: (row) => t('{attempt} of {of}', { attempt: row.attempt, of: row.maxRetries + 1 }),
  },
  {
    id: 'at',
    header: <Said of={pieces('Failed, {zone}', { zone: <ZoneName /> })} />,
    align: 'end',
    cell: (row) => <Time at={row.at} />,
  },
  { id: 'reason', header: t('Cause'), clip: true, cell: (row) => <Cause row={row} /> },
  {
    id: 'topic',
    header: t('Topic'),
    cut: true,
    hideNarrow: true,
    cell: ({ topic }) => (
      <span className="text-2" title={topic}>
        {topic}
      </span>
    ),
  },
];

/** What people call a message; the other keys are on hover. */
export function KeyCell(row: {
  readonly keys: readonly string[] | null;
  readonly messageGroup: string | null;
  readonly messageId: string | null;
}) {
  const { key, all, more } = keyOf(row);
  if (key === null)
    return (
      <span className="text-3">
        {t('No key')}
        <span className="visually-hidden">
          {between(':')}
          {row.messageId}
        </span>
      </span>
    );
  return <span title={all}>{more === 0 ? key : `${key} +${more}`}</span>;
}

/** The state and the one detail that matters in it. */
function State({ row }: { readonly row: RecentFailureView }) {
  const isDue = useWordsNow((now) => row.dueAt !== null && Date.parse(row.dueAt) <= now);
  switch (row.now) {
    case 'in-flight':
      return (
        <Detailed badge={<StateBadge state="in-flight" plain />}>
          {row.holder === null ? null : <span title={row.holder}>{shortName(row.holder)}</span>}
        </Detailed>
      );
    case 'dead':
      return (
        <Detailed badge={<StateBadge state="dead" plain />}>
          {row.deadAt === null ? null : <Time at={row.deadAt} />}
        </Detailed>
      );
    case 'dropped':
      return <StateBadge state="dead" label={t('Failed, not retried')} plain />;
    case 'retrying':
      return row.dueAt !== null && isDue ? (
        <Detailed badge={<StateBadge state="ready" plain />}>
          <Said of={pieces('due {ago}', { ago: <RelativeTime at={row.dueAt} /> })} />
        </Detailed>
      ) : (
        <Detailed badge={<StateBadge state="waiting-retry" plain />}>
          {row.dueAt === null ? t('held') : <Said of={pieces('retry {time}', { time: <DueIn at={row.dueAt} /> })} />}
        </Detailed>
      );
    case null:
      return <span className="text-3">{t('Finished')}</span>;
  }
}

function Detailed({ badge, children }: { readonly badge: ReactNode; readonly children: ReactNode }) {
  return (
    <span className="row row-tight">
      {badge}
      <span className="small text-2">{children}</span>
    </span>
  );
}

function Cause({ row: { errorType, errorMessage, cause } }: { readonly row: RecentFailureView }) {
  if (errorType === null)
    return (
      <span className="text-3" title={describeCause(cause)}>
        {t('Not reported: {cause}', { cause: describeCause(cause) })}
      </span>
    );
  const first = errorMessage?.split('\n', 1)[0] ?? '';
  return (
    <span className={styles.cause} title={first === '' ? errorType : `${errorType}: ${errorMessage ?? ''}`}>
      <b>{errorType}</b>
      {first === '' ? null : `: ${first}`}
    </span>
  );
}
