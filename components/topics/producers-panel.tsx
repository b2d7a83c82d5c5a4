'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { topicHref } from '@/components/parts/names';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { RelativeTime } from '@/components/ui/time';
import type { ProducerView } from '@/lib/console/operations/topics/views';

const columns: readonly Column<ProducerView>[] = [
  {
    id: 'host',
    header: 'Host',
    clip: true,
    cell: ({ host, isConsole }) => (isConsole ? <span className="text-2">test messages of the console</span> : host),
  },
  { id: 'messages', header: 'Messages', align: 'end', cell: ({ messages }) => formatCount(messages) },
  { id: 'last', header: 'Last', align: 'end', cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
];

/** Who sent the newest messages, through any node: read from the messages themselves. */
export function ProducersPanel({ topic }: { readonly topic: string }) {
  const read = useLiveQuery('topicProducers', { topic }, { live: { kinds: ['topic'] } });
  return (
    <section className="panel" aria-label="Producers">
      <header>
        <h2>Producers</h2>
        <span className="small text-3">
          {read.data === undefined || read.data.checkedCount === 0
            ? 'by the messages they sent'
            : `by the newest ${formatCount(read.data.checkedCount)} messages`}
        </span>
      </header>
      <DataTable
        label="Producers"
        columns={columns}
        rows={read.data?.producers}
        rowId={({ host }) => host}
        problem={readProblem(read)}
        empty={
          <EmptyState
            kind="none-in-range"
            title="None on record"
            action={<ButtonLink href={topicHref(topic, 'connect')}>Connect an application</ButtonLink>}
          >
            No message is in the log, so no producer is known.
          </EmptyState>
        }
      />
    </section>
  );
}
