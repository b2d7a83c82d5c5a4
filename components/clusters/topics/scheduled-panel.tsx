'use client';

import { useState } from 'react';
import { BrokerFigure } from '@/components/clusters/figure';
import { useReadByHand } from '@/components/live/use-asked-read';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import { RecallDialog } from '@/components/parts/recall-dialog';
import { scheduledColumns } from '@/components/topics/scheduled-columns';
import { Button } from '@/components/ui/button';
import { AsOf } from '@/components/ui/time';
import type { ScheduledView } from '@/lib/console/operations/scheduled/views';
import { pieces, t } from '@/lib/model/language/t';
import { FindScheduled } from './find-scheduled';
import { type Recallable, sentencesOf } from './scheduled-words.model';
import { Said } from '@/components/ui/said';
import { sentences } from '@/lib/model/language/list';

/** Messages of a topic that wait for their delivery time. It costs the brokers many reads, so it is asked for by hand. */
export function ScheduledPanel({ topic }: { readonly topic: string }) {
  const { found, error, isRunning, ask: look } = useReadByHand('scheduled');
  const running = isRunning ? t('The brokers are being read') : null;
  const first = () => look({ topic });
  const told = found === null ? [] : sentencesOf(found);
  const [recalling, setRecalling] = useState<Recallable | null>(null);
  return (
    <section className="panel" aria-label={t('Scheduled messages')}>
      <header>
        <h2>{t('Scheduled messages')}</h2>
        <span className="small text-3">
          {found === null ? (
            t('not delivered to any group yet')
          ) : (
            <Said
              of={pieces('{count} waiting for their delivery time, not delivered to any group yet', {
                count: <BrokerFigure reading={found.waiting} />,
              })}
            />
          )}
        </span>
        <span className="grow" />
        {found === null || found.waiting.kind === 'unknown' ? null : <AsOf at={found.waiting.asOf} />}
        <Button size="small" disabledReason={running} onClick={first}>
          {t('Read from the brokers')}
        </Button>
      </header>
      <ReadProblem error={error} onRetry={first} />
      <FindScheduled topic={topic} onRecall={setRecalling} />
      {found === null ? null : (
        <>
          <DataTable
            label={t('Scheduled messages of {topic}', { topic })}
            columns={columnsOf(found.mayNotRecall, setRecalling)}
            rows={found.items}
            rowId={({ broker, messageId, dueAt }) => `${broker ?? ''} ${messageId} ${dueAt}`}
            problem={null}
            empty={<p className="panel-body">{t('No scheduled messages reported by the brokers.')}</p>}
          />
          {told.length === 0 && found.nextCursor === null ? null : (
            <footer>
              <span className="small text-3">{sentences(...told)}</span>
              {found.nextCursor === null ? null : (
                <Button
                  size="small"
                  disabledReason={running}
                  onClick={() => look({ topic, cursor: found.nextCursor ?? undefined })}
                >
                  {t('Later messages')}
                </Button>
              )}
            </footer>
          )}
        </>
      )}
      {recalling === null ? null : (
        <RecallDialog message={recalling} onClose={() => setRecalling(null)} onDone={first} />
      )}
    </section>
  );
}

function columnsOf(block: string | null, recall: (message: Recallable) => void): readonly Column<ScheduledView>[] {
  return [
    ...scheduledColumns(),
    { id: 'broker', header: t('Broker'), cell: ({ broker }) => broker },
    {
      id: 'recall',
      header: <span className="visually-hidden">{t('Actions')}</span>,
      fixed: true,
      align: 'end',
      cell: (message) => (
        <Button size="small" variant="danger" disabledReason={block} onClick={() => recall(message)}>
          {t('Recall…')}
        </Button>
      ),
    },
  ];
}
