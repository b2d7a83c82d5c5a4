import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { formatCount } from '@/components/ui/number.model';
import { Sparkline } from '@/components/ui/sparkline';
import { Time } from '@/components/ui/time';
import type { FilteredTopicView } from '@/lib/console/operations/groups/views';
import { sayIn } from '@/lib/model/duration';
import { minuteValues } from './clients.model';
import { t } from '@/lib/model/language/t';

interface FilteredPanelProps {
  readonly topics: readonly FilteredTopicView[];
  readonly asOf: string;
  readonly differs: boolean;
}

/** How many messages the filters of the clients left out, by topic. */
export function FilteredPanel({ topics, asOf, differs }: FilteredPanelProps) {
  if (topics.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('Filtered out')}</h2>
        <span className="small text-3">
          {differs
            ? t('messages that count as consumed; some match the filter of another client')
            : t('messages that count as consumed because no client subscribes to them')}
        </span>
      </header>
      <DataTable
        label={t('Messages filtered out')}
        columns={columnsOf(asOf)}
        rows={topics}
        rowId={({ topic }) => topic}
        empty={null}
      />
    </section>
  );
}

const columnsOf = (asOf: string): readonly Column<FilteredTopicView>[] => [
  { id: 'topic', header: t('Topic'), clip: true, cell: ({ topic }) => topic },
  {
    id: 'trend',
    header: t('Last hour'),
    hideNarrow: true,
    cell: ({ minutes }) => <Sparkline values={minuteValues(minutes, asOf)} />,
  },
  { id: 'ten', header: t('10 min'), align: 'end', cell: ({ last10Minutes }) => formatCount(last10Minutes) },
  { id: 'hour', header: sayIn(1, 'h'), align: 'end', cell: ({ lastHour }) => formatCount(lastHour) },
  { id: 'day', header: sayIn(24, 'h'), align: 'end', cell: ({ lastDay }) => formatCount(lastDay) },
  { id: 'last', header: t('Last'), align: 'end', hideNarrow: true, cell: ({ lastAt }) => <Time at={lastAt} /> },
];
