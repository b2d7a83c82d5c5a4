'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import type { ReadError } from '@/components/live/fetch-read';
import { ReadProblem } from '@/components/live/read-problem';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { Skeleton } from '@/components/ui/skeleton';
import { AsOf, RelativeTime } from '@/components/ui/time';
import type { ReadData } from '@/lib/console/reads/registry';
import { BrokerFigure } from '@/components/clusters/figure';
import styles from './holds-panel.module.css';
import { itselfWords, queueWords, sizeWords, speedWords } from './holds.model';

type Holds = ReadData<'clientHolds'>;
type Queue = Holds['queues'][number];

interface HoldsPanelProps {
  readonly clientId: string;
  /** Null: nothing was found yet, or the client is another one. */
  readonly holds: Holds | null;
  readonly error: ReadError | null;
  readonly isRunning: boolean;
  readonly onAsk: (withStack?: boolean) => void;
}

/** What one 4.x client holds, as it said when it was asked. */
export function HoldsPanel({ clientId, holds, error, isRunning, onAsk }: HoldsPanelProps) {
  const asking = isRunning ? 'The client is being asked.' : null;
  return (
    <section className="panel" aria-label={`What ${clientId} holds`}>
      <header>
        <h2>
          What <span className="mono">{clientId}</span> holds
        </h2>
        <span className="small text-3" aria-live="polite">
          {holds === null ? isRunning ? 'The client is being asked.' : null : <Said holds={holds} />}
        </span>
        <span className="grow" />
        {holds === null ? null : <AsOf at={holds.asOf} />}
        <Button size="small" disabledReason={asking} onClick={() => onAsk(true)}>
          Thread stacks
        </Button>
        <Button size="small" disabledReason={asking} onClick={() => onAsk()}>
          Ask again
        </Button>
      </header>
      <ReadProblem error={error} onRetry={() => onAsk()} />
      {holds === null ? (
        error === null ? (
          <Skeleton label="Asking the client" />
        ) : null
      ) : (
        <>
          <DataTable
            label={`What ${clientId} holds`}
            columns={columnsOf(holds)}
            rows={holds.queues}
            rowId={({ topic, broker, queueNo }) => `${topic} ${broker} ${queueNo}`}
            problem={null}
            empty={
              holds.messages.kind === 'unknown' ? (
                <EmptyState kind="could-not-load" title="Not known">
                  {holds.messages.reason}.
                </EmptyState>
              ) : (
                <EmptyState kind="none-in-range" title="No queue">
                  Other clients of the group have all of them.
                </EmptyState>
              )
            }
          />
          {speedWords(holds).length === 0 ? null : (
            <footer>
              <span className="small text-3">In the last minute, as it measured. {speedWords(holds).join(' ')}</span>
            </footer>
          )}
          {holds.stack === null ? null : (
            <pre className={styles.stack} tabIndex={0} aria-label={`Thread stacks of ${clientId}`}>
              {holds.stack}
            </pre>
          )}
        </>
      )}
    </section>
  );
}

function Said({ holds }: { readonly holds: Holds }) {
  if (holds.itself === null) return 'It said nothing.';
  const { startedAt } = holds.itself;
  return (
    <>
      <BrokerFigure reading={holds.messages} /> fetched and not settled · {itselfWords(holds)}
      {startedAt === null ? null : (
        <>
          {' '}
          · started <RelativeTime at={startedAt} />
        </>
      )}
    </>
  );
}

const columnsOf = ({ itself, queues }: Holds): readonly Column<Queue>[] => [
  { id: 'topic', header: 'Topic', cut: true, cell: ({ topic }) => topic },
  { id: 'broker', header: 'Broker', cell: ({ broker }) => broker },
  { id: 'queue', header: 'Queue', align: 'end', cell: ({ queueNo }) => (queueNo < 0 ? 'all' : queueNo) },
  { id: 'held', header: 'Holds', align: 'end', cell: ({ messages }) => <BrokerFigure reading={messages} /> },
  { id: 'size', header: 'Bodies', align: 'end', hideNarrow: true, cell: (queue) => sizeWords([queue]) },
  {
    id: 'offset',
    header: 'Commits',
    align: 'end',
    hideNarrow: true,
    cell: ({ offset }) =>
      offset === null ? (
        <span className="text-3">none yet</span>
      ) : (
        <span title="The position that it saves next, within 5 s">{formatCount(offset)}</span>
      ),
  },
  { id: 'fetch', header: 'Last fetch', align: 'end', cell: ({ lastFetchAt }) => momentOf(lastFetchAt) },
  {
    id: 'settled',
    header: 'Last settled',
    align: 'end',
    cell: ({ lastSettledAt }) => (
      <span title="Before it settled anything: when it got the queue">{momentOf(lastSettledAt)}</span>
    ),
  },
  ...(queues.every((queue) => queueWords(queue, itself) === '')
    ? []
    : [{ id: 'state', header: 'State', cell: (queue: Queue) => queueWords(queue, itself) }]),
];

const momentOf = (at: string | null) =>
  at === null ? <span className="text-3">unknown</span> : <RelativeTime at={at} />;
