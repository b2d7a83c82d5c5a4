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
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { sentences } from '@/lib/model/language/list';

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
  const asking = isRunning ? t('The client is being queried.') : null;
  const name = t('Messages in progress of {client}', { client: clientId });
  return (
    <section className="panel" aria-label={name}>
      <header>
        <h2>
          <Said of={pieces('Messages in progress of {client}', { client: <span className="mono">{clientId}</span> })} />
        </h2>
        <span className="small text-3" aria-live="polite">
          {holds === null ? asking : <Reported holds={holds} />}
        </span>
        <span className="grow" />
        {holds === null ? null : <AsOf at={holds.asOf} />}
        <Button size="small" disabledReason={asking} onClick={() => onAsk(true)}>
          {t('Thread stacks')}
        </Button>
        <Button size="small" disabledReason={asking} onClick={() => onAsk()}>
          {t('Query again')}
        </Button>
      </header>
      <ReadProblem error={error} onRetry={() => onAsk()} />
      {holds === null ? (
        error === null ? (
          <Skeleton label={t('Querying the client')} />
        ) : null
      ) : (
        <>
          <DataTable
            label={name}
            columns={columnsOf(holds)}
            rows={holds.queues}
            rowId={({ topic, broker, queueNo }) => `${topic} ${broker} ${queueNo}`}
            problem={null}
            empty={
              holds.messages.kind === 'unknown' ? (
                <EmptyState kind="could-not-load" title={t('Unknown')}>
                  {t('{reason}.', { reason: holds.messages.reason })}
                </EmptyState>
              ) : (
                <EmptyState kind="none-in-range" title={t('No queue')}>
                  {t('Other clients of the group have all queues.')}
                </EmptyState>
              )
            }
          />
          {speedWords(holds).length === 0 ? null : (
            <footer>
              <span className="small text-3">
                {sentences(t('Measured by the client in the last minute.'), ...speedWords(holds))}
              </span>
            </footer>
          )}
          {holds.stack === null ? null : (
            <pre
              className={styles.stack}
              tabIndex={0}
              aria-label={t('Thread stacks of {client}', { client: clientId })}
            >
              {holds.stack}
            </pre>
          )}
        </>
      )}
    </section>
  );
}

function Reported({ holds }: { readonly holds: Holds }) {
  if (holds.itself === null) return t('The client reported nothing.');
  const { startedAt } = holds.itself;
  const given = { messages: <BrokerFigure reading={holds.messages} />, settings: itselfWords(holds) };
  return (
    <Said
      of={
        startedAt === null
          ? pieces('{messages} fetched and not settled · {settings}', given)
          : pieces('{messages} fetched and not settled · {settings} · started {time}', {
              ...given,
              time: <RelativeTime at={startedAt} />,
            })
      }
    />
  );
}

const columnsOf = ({ itself, queues }: Holds): readonly Column<Queue>[] => [
  { id: 'topic', header: t('Topic'), cut: true, cell: ({ topic }) => topic },
  { id: 'broker', header: t('Broker'), cell: ({ broker }) => broker },
  { id: 'queue', header: t('Queue'), align: 'end', cell: ({ queueNo }) => (queueNo < 0 ? t('all') : queueNo) },
  { id: 'held', header: t('In progress'), align: 'end', cell: ({ messages }) => <BrokerFigure reading={messages} /> },
  { id: 'size', header: t('Bodies'), align: 'end', hideNarrow: true, cell: (queue) => sizeWords([queue]) },
  {
    id: 'offset',
    header: t('Commits'),
    align: 'end',
    hideNarrow: true,
    cell: ({ offset }) =>
      offset === null ? (
        <span className="text-3">{t('none yet')}</span>
      ) : (
        <span title={t('The offset that the client saves next, within 5 s')}>{formatCount(offset)}</span>
      ),
  },
  { id: 'fetch', header: t('Last fetch'), align: 'end', cell: ({ lastFetchAt }) => momentOf(lastFetchAt) },
  {
    id: 'settled',
    header: t('Last settled'),
    align: 'end',
    cell: ({ lastSettledAt }) => (
      <span title={t('If nothing was settled yet: the time when the client was assigned the queue')}>
        {momentOf(lastSettledAt)}
      </span>
    ),
  },
  ...(queues.every((queue) => queueWords(queue, itself) === '')
    ? []
    : [{ id: 'state', header: t('State'), cell: (queue: Queue) => queueWords(queue, itself) }]),
];

const momentOf = (at: string | null) =>
  at === null ? <span className="text-3">{t('unknown')}</span> : <RelativeTime at={at} />;
