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
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

type Found = ReadData<'waitingRetries'>;

/** Messages that wait for their next delivery, and until when. It costs the brokers many reads, so it is asked for by hand. */
export function WaitingPanel({ group }: { readonly group: string }) {
  const { found, error, isRunning, ask } = useReadByHand('waitingRetries');
  const look = () => ask({ group });
  return (
    <section className="panel" aria-label={t('Waiting retries')}>
      <header>
        <h2>{t('Waiting retries')}</h2>
        <span className="small text-3">
          {found === null ? (
            t('with the time of the next delivery, if brokers record it')
          ) : (
            <Said
              of={pieces('{due} due · {waiting} waiting · {held} held by 5.x clients or backing off', {
                due: <BrokerFigure reading={found.due} />,
                waiting: <BrokerFigure reading={found.waits} />,
                held: <BrokerFigure reading={found.held} />,
              })}
            />
          )}
        </span>
        <span className="grow" />
        {found === null ? null : <AsOf at={found.asOf} />}
        <Button size="small" disabledReason={isRunning ? t('The brokers are being read') : null} onClick={look}>
          {t('Read from the brokers')}
        </Button>
      </header>
      <ReadProblem error={error} onRetry={look} />
      {found === null ? null : (
        <>
          <DataTable
            label={t('Waiting retries of {group}', { group })}
            columns={columnsOf()}
            rows={found.items}
            rowId={({ broker, messageId, state, dueAt }) => `${broker} ${messageId} ${state} ${dueAt}`}
            problem={null}
            empty={<p className="panel-body">{t('No waiting retries reported by the brokers.')}</p>}
          />
          {sentencesOf(found).length === 0 ? null : (
            <footer>
              <span className="small text-3">{sentences(...sentencesOf(found))}</span>
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

const columnsOf = (): readonly Column<Found['items'][number]>[] => [
  { id: 'due', header: t('Next delivery'), cell: ({ dueAt }) => <Time at={dueAt} style="day-clock" /> },
  { id: 'state', header: t('State'), cell: ({ state }) => stateWords(state) },
  { id: 'message', header: t('Message'), cut: true, cell: ({ messageId: id }) => linkOf(id) },
  {
    id: 'topic',
    header: t('Topic'),
    cut: true,
    cell: ({ topic }) => topic ?? <span className="text-3">{t('not recorded')}</span>,
  },
  { id: 'keys', header: t('Keys'), cut: true, cell: ({ keys }) => keys.join(' ') },
  { id: 'failed', header: t('Failed deliveries'), cell: ({ failed }) => failed },
  { id: 'broker', header: t('Broker'), cell: ({ broker }) => broker },
];
