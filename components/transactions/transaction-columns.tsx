'use client';

import type { Column } from '@/components/data-table/columns';
import { formatDuration } from '@/components/ui/duration.model';
import { Countdown, RelativeTime, Time, ZoneName } from '@/components/ui/time';
import type { HalfMessageView } from '@/lib/console/operations/transactions/views';
import type { TransactionPolicy } from '@/lib/model/message/half-message';
import { HalfActions } from './half-actions';
import { HalfBadge } from './half-badge';
import { describeEnd } from './transaction.model';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

const message = (): Column<HalfMessageView> => ({
  id: 'message',
  header: t('Message'),
  cell: ({ messageId }) => <span className="mono">{shortId(messageId)}</span>,
});
const key = (): Column<HalfMessageView> => ({
  id: 'key',
  header: t('Key'),
  cut: true,
  cell: ({ keys }) => keys[0] ?? <span className="text-3">—</span>,
});
const producer = (): Column<HalfMessageView> => ({
  id: 'producer',
  header: t('Producer'),
  hideNarrow: true,
  cell: ({ producer: client }) => <span className="text-2">{client === '' ? t('unknown') : client}</span>,
});

/** Ids of one producer differ at their end. */
function shortId(messageId: string): string {
  return messageId.length > 20 ? `${messageId.slice(0, 6)}…${messageId.slice(-10)}` : messageId;
}

export function pendingColumns(
  { maxChecks }: TransactionPolicy,
  notAllowed: string | null,
  onChanged: () => void,
): readonly Column<HalfMessageView>[] {
  return [
    message(),
    key(),
    { id: 'age', header: t('Sent'), cell: ({ storedAt }) => <RelativeTime at={storedAt} /> },
    {
      id: 'checks',
      header: t('Checks made'),
      align: 'end',
      cell: ({ checks }) => t('{attempt, number} of {max, number}', { attempt: checks, max: maxChecks }),
    },
    { id: 'next', header: t('Next check'), cell: (row) => <NextCheck row={row} /> },
    {
      id: 'ends',
      header: t('Rolled back in'),
      hideNarrow: true,
      cell: ({ givesUpAt }) => <Countdown to={givesUpAt} />,
    },
    producer(),
    {
      id: 'actions',
      fixed: true,
      header: t('Decide for the producer'),
      cell: (row) => <HalfActions half={row} notAllowed={notAllowed} onChanged={onChanged} size="small" />,
    },
  ];
}

function NextCheck({ row }: { readonly row: HalfMessageView }) {
  if (row.nextCheckAt === null || row.nextCheckAt >= row.givesUpAt)
    return <span className="text-3">{t('none left')}</span>;
  return <Countdown to={row.nextCheckAt} />;
}

/** Of given-up ones: also what can still be done. */
export function resolvedColumns(notAllowed: string | null, onChanged: () => void): readonly Column<HalfMessageView>[] {
  return [
    ...ended(),
    {
      id: 'actions',
      fixed: true,
      header: t('Actions'),
      cell: (row) => <Recover {...{ row, notAllowed, onChanged }} />,
    },
  ];
}

interface RecoverProps {
  readonly row: HalfMessageView;
  readonly notAllowed: string | null;
  readonly onChanged: () => void;
}

function Recover({ row, notAllowed, onChanged }: RecoverProps) {
  if (row.state !== 'given-up') return <span className="text-3">—</span>;
  if (!row.hasBody) return <span className="text-3">{t('body not kept')}</span>;
  return <HalfActions half={row} notAllowed={notAllowed} onChanged={onChanged} size="small" />;
}

const ended = (): readonly Column<HalfMessageView>[] => [
  message(),
  key(),
  { id: 'state', header: t('Result'), cell: ({ state }) => <HalfBadge state={state} /> },
  { id: 'how', header: t('How'), cut: true, cell: (row) => describeEnd(row) },
  {
    id: 'at',
    header: <Said of={pieces('Ended, {zone}', { zone: <ZoneName /> })} />,
    cell: ({ resolvedAt }) => (resolvedAt === null ? null : <Time at={resolvedAt} />),
  },
  {
    id: 'took',
    header: t('Took'),
    align: 'end',
    cell: ({ storedAt, resolvedAt }) =>
      resolvedAt === null ? null : formatDuration(Date.parse(resolvedAt) - Date.parse(storedAt), 2),
  },
  { id: 'checks', header: t('Transaction checks'), align: 'end', hideNarrow: true, cell: ({ checks }) => checks },
  producer(),
];
