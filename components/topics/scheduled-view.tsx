'use client';

import { useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { DensityToggle } from '@/components/data-table/density-toggle';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { messageHref } from '@/components/parts/names';
import type { ScheduledPage, ScheduledView as Scheduled } from '@/lib/console/operations/scheduled/views';
import { CLASSIC_SCHEDULE_TOPIC } from '@/lib/model/delivery/delivery-time';
import type { ReadResult } from '@/lib/model/read-result';
import { DelayLevels } from './delay-levels';
import { RecallDialog } from '@/components/parts/recall-dialog';
import { scheduledColumns } from './scheduled-columns';
import { waitingWords } from './scheduled.model';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

/** What waits on a DELAY topic for its time, next one first. */
export function ScheduledView({ initial }: { readonly initial: ReadResult<ScheduledPage> }) {
  const [recalling, setRecalling] = useState<Scheduled | null>(null);
  const { topic } = initial.data;
  const cursor = useUrlParams().get('cursor');
  const scheduled = useLiveQuery('scheduled', { topic, cursor }, { initial, live: { kinds: ['topic'] } });
  const { items, nextCursor, waiting, countedTo, mayNotRecall } = scheduled.data ?? initial.data;
  const exact = waiting.kind !== 'unknown' && waiting.value <= countedTo ? { total: waiting } : {};
  return (
    <>
      <div className="toolbar">
        <DensityToggle />
        <span className="small text-2">
          {sentences(
            waitingWords(waiting, countedTo),
            t(
              `Scheduled messages stay here until their delivery time and belong to no group yet. RocketMQ keeps
                them in {topic}.`,
              {
                topic: CLASSIC_SCHEDULE_TOPIC,
              },
            ),
          )}
        </span>
      </div>
      <section className="panel">
        <DataTable
          label={t('Scheduled messages')}
          columns={columnsOf(mayNotRecall, setRecalling)}
          rows={items}
          rowId={({ messageId }) => messageId}
          rowHref={({ messageId }) => messageHref(messageId)}
          problem={readProblem(scheduled)}
          empty={
            cursor === undefined ? (
              <EmptyState kind="none-in-range" title={t('No message is scheduled')}>
                {t(
                  `No message of {topic} is waiting for its delivery time. Messages that were due are with their
                    groups. Find a recalled message by its ID.`,
                  { topic },
                )}
              </EmptyState>
            ) : (
              <EmptyState
                kind="none-in-range"
                title={t('No more messages')}
                action={
                  <ButtonLink href={`/topics/${encodeURIComponent(topic)}/scheduled`} size="small">
                    {t('First page')}
                  </ButtonLink>
                }
              >
                {t('No message is due after the previous page.')}
              </EmptyState>
            )
          }
          footer={
            <TableFooter
              shown={items.length}
              nextCursor={nextCursor}
              tookMs={scheduled.tookMs}
              asOf={scheduled.asOf}
              {...exact}
            />
          }
        />
      </section>
      <DelayLevels />
      {recalling === null ? null : (
        <RecallDialog message={recalling} onClose={() => setRecalling(null)} onDone={scheduled.retry} />
      )}
    </>
  );
}

function columnsOf(mayNotRecall: string | null, recall: (message: Scheduled) => void): readonly Column<Scheduled>[] {
  return [
    ...scheduledColumns(),
    {
      id: 'recall',
      header: <span className="visually-hidden">{t('Actions')}</span>,
      fixed: true,
      align: 'end',
      cell: (message) => (
        <Button size="small" variant="danger" disabledReason={mayNotRecall} onClick={() => recall(message)}>
          {t('Recall…')}
        </Button>
      ),
    },
  ];
}
