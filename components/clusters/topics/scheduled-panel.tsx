'use client';

import { BrokerFigure } from '@/components/clusters/figure';
import { useReadByHand } from '@/components/live/use-asked-read';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import { scheduledColumns } from '@/components/topics/scheduled-columns';
import { Button } from '@/components/ui/button';
import { AsOf } from '@/components/ui/time';
import type { ScheduledView } from '@/lib/console/operations/scheduled/views';
import { sentencesOf } from './scheduled-words.model';

/** What waits on a topic for its time. It costs the brokers many reads, so it is asked for by hand. */
export function ScheduledPanel({ topic }: { readonly topic: string }) {
  const { found, error, isRunning, ask: look } = useReadByHand('scheduled');
  const running = isRunning ? 'The brokers are being read.' : null;
  const first = () => look({ topic });
  return (
    <section className="panel" aria-label="Scheduled messages">
      <header>
        <h2>Scheduled messages</h2>
        <span className="small text-3">
          {found === null ? (
            'delayed, and with no group yet'
          ) : (
            <>
              <BrokerFigure reading={found.waiting} /> waiting for their time, and with no group yet
            </>
          )}
        </span>
        <span className="grow" />
        {found === null || found.waiting.kind === 'unknown' ? null : <AsOf at={found.waiting.asOf} />}
        <Button size="small" disabledReason={running} onClick={first}>
          Look at the brokers
        </Button>
      </header>
      <ReadProblem error={error} onRetry={first} />
      {found === null ? null : (
        <>
          <DataTable
            label={`Scheduled messages of ${topic}`}
            columns={columnsOf()}
            rows={found.items}
            rowId={({ broker, messageId, dueAt }) => `${broker ?? ''} ${messageId} ${dueAt}`}
            problem={null}
            empty={<p className="panel-body">Nothing waits for its time, as far as brokers tell.</p>}
          />
          <footer>
            <span className="small text-3">{sentencesOf(found).join(' ')}</span>
            {found.nextCursor === null ? null : (
              <Button
                size="small"
                disabledReason={running}
                onClick={() => look({ topic, cursor: found.nextCursor ?? undefined })}
              >
                Later ones
              </Button>
            )}
          </footer>
        </>
      )}
    </section>
  );
}

const columnsOf = (): readonly Column<ScheduledView>[] => [
  ...scheduledColumns(),
  { id: 'broker', header: 'Broker', cell: ({ broker }) => broker },
];
