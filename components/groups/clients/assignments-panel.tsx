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
import { t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

type Queue = ReadData<'assignments'>['queues'][number];

/** Which 4.x client has which queue, when an operator asks. */
export function AssignmentsPanel({ group }: { readonly group: string }) {
  const { found, error, isRunning, ask } = useReadByHand('assignments');
  const askAll = () => ask({ group });
  const lead = found === null ? null : assignmentsLead(found);
  return (
    <>
      {lead === null ? null : <SentenceBar label={t('Queue assignment')} icon={TriangleAlert} {...lead} />}
      <section className="panel" aria-label={t('Queues by client')}>
        <header>
          <h2>{t('Queues by client')}</h2>
          <span className="small text-3" aria-live="polite">
            {found === null ? t('as each 4.x client reports them') : assignmentsWords(found)}
          </span>
          <span className="grow" />
          {found === null ? null : <AsOf at={found.asOf} />}
          <Button size="small" disabledReason={isRunning ? t('The clients are being queried.') : null} onClick={askAll}>
            {t('Query the clients')}
          </Button>
        </header>
        <ReadProblem error={error} onRetry={askAll} />
        {found === null ? null : (
          <DataTable
            label={t('Queues of {group} by client', { group })}
            columns={columnsOf()}
            rows={found.queues}
            rowId={({ topic, broker, queueNo }) => `${topic} ${broker} ${queueNo}`}
            problem={null}
            empty={
              <EmptyState kind="none-in-range" title={t('No queues')}>
                {t('No 4.x client of this group is connected.')}
              </EmptyState>
            }
          />
        )}
      </section>
    </>
  );
}

const columnsOf = (): readonly Column<Queue>[] => [
  { id: 'topic', header: t('Topic'), cut: true, cell: ({ topic }) => topic },
  { id: 'broker', header: t('Broker'), cell: ({ broker }) => broker },
  { id: 'queue', header: t('Queue'), align: 'end', cell: ({ queueNo }) => queueNo },
  {
    id: 'clients',
    header: t('Client'),
    cell: ({ clients }) =>
      clients.length === 0 ? (
        <span className="text-3">{t('none')}</span>
      ) : (
        <span className="mono">{enumerated(clients)}</span>
      ),
  },
  {
    id: 'waiting',
    header: t('Not delivered'),
    align: 'end',
    cell: ({ notDelivered }) => <BrokerFigure reading={notDelivered} />,
  },
  { id: 'state', header: t('State'), cell: (queue) => assignmentWords(queue) },
];
