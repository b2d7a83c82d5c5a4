'use client';

import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';
import type { Column } from '@/components/data-table/columns';
import { formatDuration } from '@/components/ui/duration.model';
import { Time, ZoneName } from '@/components/ui/time';
import type { ComingRow } from './delivery-rows.model';

/** Attempts that follow if those before them fail. */
export const comingColumns = (): readonly Column<ComingRow>[] => [
  { id: 'attempt', header: t('Attempt'), align: 'end', width: '74px', cell: ({ delivery }) => delivery.attempt },
  {
    id: 'start',
    header: <Said of={pieces('Earliest start, {zone}', { zone: <ZoneName /> })} />,
    align: 'end',
    width: '190px',
    cell: ({ when, delivery }) => (when === 'fetched' ? t('now') : <Time at={delivery.at} />),
  },
  {
    id: 'after',
    header: t('After'),
    align: 'end',
    width: '110px',
    cell: ({ when, delivery }) => (when === 'fetched' ? '—' : formatDuration(delivery.waitMs)),
  },
  { id: 'when', header: t('Condition'), clip: true, cell: (row) => conditionOf(row) },
];

function conditionOf({ when, isLast }: ComingRow): string {
  const first =
    when === 'fetched'
      ? t('as soon as a client fetches it')
      : when === 'due-then'
        ? t('due then')
        : t('if attempt {attempt} fails', { attempt: when.fails });
  return isLast ? t('{condition}; the last attempt', { condition: first }) : first;
}
