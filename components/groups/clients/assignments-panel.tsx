'use client';

import { TriangleAlert } from 'lucide-react';
import { BrokerFigure } from '@/components/clusters/figure';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import { useReadByHand } from '@/components/live/use-asked-read';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { SentenceBar } from '@/components/ui/sentence-bar';
import { AsOf } from '@/components/ui/time';
import type { ReadData } from '@/lib/console/reads/registry';
import { assignmentsLead, assignmentsWords, assignmentWords } from './assignments.model';

type Queue = ReadData<'assignments'>['queues'][number];

/** Which 4.x client has which queue, when an operator asks. */
export function AssignmentsPanel({ group }: { readonly group: string }) {
  const { found, error, isRunning, ask } = useReadByHand('assignments');
  const askAll = () => ask({ group });
  const lead = found === null ? null : assignmentsLead(found);
  return (
    <>
      {lead === null ? null : <SentenceBar label="Queue assignment" icon={TriangleAlert} {...lead} />}
      <section className="panel" aria-label="Queues by client">
        <header>
          <h2>Queues by client</h2>
          <span className="small text-3" aria-live="polite">
            {found === null ? 'as each 4.x client reports them' : assignmentsWords(found)}
          </span>
          <span className="grow" />
          {found === null ? null : <AsOf at={found.asOf} />}
          <Button size="small" disabledReason={isRunning ? 'The clients are being asked.' : null} onClick={askAll}>
            Ask the clients
          </Button>
        </header>
        <ReadProblem error={error} onRetry={askAll} />
        {found === null ? null : (
          <DataTable
            label={`Queues of ${group} by client`}
            columns={columns}
            rows={found.queues}
            rowId={({ topic, broker, queueNo }) => `${topic} ${broker} ${queueNo}`}
            problem={null}
            empty={
              <EmptyState kind="none-in-range" title="No queues">
                No 4.x client of this group is connected.
              </EmptyState>
            }
          />
        )}
      </section>
    </>
  );
}

const columns: readonly Column<Queue>[] = [
  { id: 'topic', header: 'Topic', cut: true, cell: ({ topic }) => topic },
  { id: 'broker', header: 'Broker', cell: ({ broker }) => broker },
  { id: 'queue', header: 'Queue', align: 'end', cell: ({ queueNo }) => queueNo },
  {
    id: 'clients',
    header: 'Client',
    cell: ({ clients }) =>
      clients.length === 0 ? <span className="text-3">none</span> : <span className="mono">{clients.join(', ')}</span>,
  },
  {
    id: 'waiting',
    header: 'Not delivered',
    align: 'end',
    cell: ({ notDelivered }) => <BrokerFigure reading={notDelivered} />,
  },
  { id: 'state', header: 'State', cell: (queue) => assignmentWords(queue) },
];
