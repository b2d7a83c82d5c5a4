'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { EmptyState } from '@/components/ui/empty-state';
import { plural } from '@/components/ui/number.model';
import type { ReadData } from '@/lib/console/reads/registry';
import { clientColumn } from '../client-column';

type Producers = ReadData<'brokerProducers'>;

/** Who is connected to send, as brokers tell: 4.x producers alone. */
export function BrokerProducers() {
  const read = useLiveQuery('brokerProducers', {}, { live: { kinds: ['sample'] } });
  return (
    <section className="panel" aria-label="Producers">
      <header>
        <h2>4.x producers</h2>
        <span className="small text-3">{read.data === undefined ? 'connected now' : wordsOf(read.data)}</span>
      </header>
      <DataTable
        label="4.x producers"
        columns={columns}
        rows={read.data?.items}
        rowId={({ group, clientId }) => `${group} ${clientId}`}
        problem={readProblem(read)}
        empty={
          <EmptyState kind="none-in-range" title="No 4.x producer is connected">
            5.x producers send through proxies, which keep no list of them.
          </EmptyState>
        }
      />
    </section>
  );
}

function wordsOf({ answered, silent }: Producers): string {
  if (silent.length === 0) return 'connected now; proxies keep no list of 5.x producers';
  return `at least these: ${answered.length} of ${plural(answered.length + silent.length, 'broker')} answered`;
}

const columns: readonly Column<Producers['items'][number]>[] = [
  { id: 'group', header: 'Producer group', cut: true, cell: ({ group }) => <b>{group}</b> },
  clientColumn,
  { id: 'address', header: 'Address', hideNarrow: true, cell: ({ address }) => address },
  { id: 'sdk', header: 'SDK', cell: ({ language, version }) => `${language} ${version}` },
  { id: 'brokers', header: 'Known to', cut: true, hideNarrow: true, cell: ({ brokers }) => brokers.join(', ') },
];
