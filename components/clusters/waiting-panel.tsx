'use client';

import { ReadProblem } from '@/components/live/read-problem';
import { useReadByHand } from '@/components/live/use-asked-read';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { AsOf, Time } from '@/components/ui/time';
import { messageHref } from '@/components/parts/names';
import type { ReadData } from '@/lib/console/reads/registry';
import { BrokerFigure } from './figure';
import { sentencesOf, stateWords } from './waiting.model';

type Found = ReadData<'waitingRetries'>;

/** What waits for its next delivery, and until when. It costs the brokers many reads, so it is asked for by hand. */
export function WaitingPanel({ group }: { readonly group: string }) {
  const { found, error, isRunning, ask } = useReadByHand('waitingRetries');
  const look = () => ask({ group });
  return (
    <section className="panel" aria-label="Waiting retries">
      <header>
        <h2>Waiting retries</h2>
        <span className="small text-3">
          {found === null ? (
            'with the time of the next delivery, as far as brokers write it down'
          ) : (
            <>
              <BrokerFigure reading={found.due} /> due · <BrokerFigure reading={found.waits} /> wait ·{' '}
              <BrokerFigure reading={found.held} /> with 5.x clients or backing off
            </>
          )}
        </span>
        <span className="grow" />
        {found === null ? null : <AsOf at={found.asOf} />}
        <Button size="small" disabledReason={isRunning ? 'The brokers are being read.' : null} onClick={look}>
          Look at the brokers
        </Button>
      </header>
      <ReadProblem error={error} onRetry={look} />
      {found === null ? null : (
        <>
          <DataTable
            label={`Waiting retries of ${group}`}
            columns={columns}
            rows={found.items}
            rowId={({ broker, messageId, state, dueAt }) => `${broker} ${messageId} ${state} ${dueAt}`}
            problem={null}
            empty={<p className="panel-body">Nothing waits, as far as brokers tell.</p>}
          />
          {sentencesOf(found).length === 0 ? null : (
            <footer>
              <span className="small text-3">{sentencesOf(found).join(' ')}</span>
            </footer>
          )}
        </>
      )}
    </section>
  );
}

/** Its page finds what else there is of it at the brokers. */
const linkOf = (id: string) => (
  <Link className="mono" href={messageHref(id)} prefetch={false}>
    {id}
  </Link>
);

const columns: readonly Column<Found['items'][number]>[] = [
  { id: 'due', header: 'Next delivery', cell: ({ dueAt }) => <Time at={dueAt} style="day-clock" /> },
  { id: 'state', header: 'State', cell: ({ state }) => stateWords(state) },
  { id: 'message', header: 'Message', cut: true, cell: ({ messageId: id }) => linkOf(id) },
  { id: 'topic', header: 'Topic', cut: true, cell: ({ topic }) => topic ?? <span className="text-3">not noted</span> },
  { id: 'keys', header: 'Keys', cut: true, cell: ({ keys }) => keys.join(' ') },
  { id: 'failed', header: 'Failed', cell: ({ failed }) => failed },
  { id: 'broker', header: 'Broker', cell: ({ broker }) => broker },
];
