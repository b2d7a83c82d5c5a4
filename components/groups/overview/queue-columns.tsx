import type { Column } from '@/components/data-table/columns';
import { OldestAge } from '@/components/groups/oldest';
import { DrainValue } from '@/components/ui/drain';
import { formatCount } from '@/components/ui/number.model';
import { RateValue } from '@/components/ui/rate';
import { ReadingValue } from '@/components/ui/reading';
import type { PartView, QueueView } from '@/lib/console/operations/groups/views';
import { known, unknown } from '@/lib/model/reading';
import { t } from '@/lib/model/language/t';

export function queueColumnsOf(asOf: string, parts: readonly PartView[]): readonly Column<QueueView>[] {
  const partOf = ({ topic, queueNo }: QueueView): PartView | undefined =>
    parts.find((part) => part.topic === topic && part.queueNo === queueNo);
  return [
    { id: 'topic', header: t('Topic'), cell: (row) => row.topic },
    { id: 'queue', header: t('Queue'), align: 'end', cell: (row) => row.queueNo },
    {
      id: 'cursor',
      header: t('Delivered up to'),
      align: 'end',
      hideNarrow: true,
      cell: (row) => formatCount(row.cursor),
    },
    { id: 'tail', header: t('Stored up to'), align: 'end', hideNarrow: true, cell: (row) => formatCount(row.tail) },
    { id: 'ready', header: t('Backlog'), align: 'end', cell: (row) => <ReadingValue reading={row.ready} /> },
    {
      id: 'oldest',
      header: t('Oldest'),
      align: 'end',
      cell: (row) => <OldestAge reading={known(row.oldestAt, asOf)} />,
    },
    {
      id: 'in',
      header: t('In'),
      align: 'end',
      hideNarrow: true,
      cell: (row) => <RateValue reading={partOf(row)?.rates[0]?.in} />,
    },
    {
      id: 'out',
      header: t('Delivered'),
      align: 'end',
      hideNarrow: true,
      cell: (row) => <RateValue reading={partOf(row)?.rates[0]?.out} />,
    },
    {
      id: 'drain',
      header: t('Time to drain'),
      align: 'end',
      cell: (row) => <DrainValue reading={partOf(row)?.drain ?? unknown(t('not counted yet'))} />,
    },
  ];
}
