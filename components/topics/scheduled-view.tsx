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
          {waitingWords(waiting, countedTo)} Here until their delivery time, and with no group yet; RocketMQ keeps them
          in {CLASSIC_SCHEDULE_TOPIC}.
        </span>
      </div>
      <section className="panel">
        <DataTable
          label="Scheduled messages"
          columns={columnsOf(mayNotRecall, setRecalling)}
          rows={items}
          rowId={({ messageId }) => messageId}
          rowHref={({ messageId }) => messageHref(messageId)}
          problem={readProblem(scheduled)}
          empty={
            cursor === undefined ? (
              <EmptyState kind="none-in-range" title="Nothing is scheduled">
                No message of {topic} waits for its time. A message that was due is with its groups. A recalled one is
                found by its id.
              </EmptyState>
            ) : (
              <EmptyState
                kind="none-in-range"
                title="No more messages"
                action={
                  <ButtonLink href={`/topics/${encodeURIComponent(topic)}/scheduled`} size="small">
                    First page
                  </ButtonLink>
                }
              >
                No message is due later than the page before.
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
    ...scheduledColumns,
    {
      id: 'recall',
      header: <span className="visually-hidden">Actions</span>,
      fixed: true,
      align: 'end',
      cell: (message) => (
        <Button size="small" variant="danger" disabledReason={mayNotRecall} onClick={() => recall(message)}>
          Recall…
        </Button>
      ),
    },
  ];
}
