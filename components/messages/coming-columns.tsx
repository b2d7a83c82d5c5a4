'use client';

import type { Column } from '@/components/data-table/columns';
import { formatDuration } from '@/components/ui/duration.model';
import { Time, ZoneName } from '@/components/ui/time';
import type { ComingRow } from './delivery-rows.model';

/** Attempts that follow if those before them fail. */
export const comingColumns: readonly Column<ComingRow>[] = [
  { id: 'attempt', header: 'Attempt', align: 'end', width: '74px', cell: ({ delivery }) => delivery.attempt },
  {
    id: 'start',
    header: (
      <>
        Earliest start, <ZoneName />
      </>
    ),
    align: 'end',
    width: '190px',
    cell: ({ when, delivery }) => (when === 'fetched' ? 'now' : <Time at={delivery.at} />),
  },
  {
    id: 'after',
    header: 'After',
    align: 'end',
    width: '110px',
    cell: ({ when, delivery }) => (when === 'fetched' ? '—' : formatDuration(delivery.waitMs)),
  },
  { id: 'when', header: 'Condition', clip: true, cell: (row) => conditionOf(row) },
];

function conditionOf({ when, isLast }: ComingRow): string {
  const first =
    when === 'fetched'
      ? 'as soon as a client fetches it'
      : when === 'due-then'
        ? 'due then'
        : `if attempt ${when.fails} fails`;
  return isLast ? `${first}; the last attempt` : first;
}
