'use client';

import { useMemo, useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Fold } from '@/components/ui/fold';
import { Link } from '@/components/ui/link';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import type { FailureReason, MessageTimeline } from '@/lib/model/message/timeline';
import { comingColumns } from './coming-columns';
import { deliveryColumns } from './delivery-columns';
import { comingRows, comingWords, madeRows, tally } from './delivery-rows.model';
import { ReasonDialog } from './reason-dialog';

/** What happened, newest first, with who had it and its error; what is to come is one line until it is asked for. */
export function Deliveries({ timeline }: { readonly timeline: MessageTimeline }) {
  const [reason, setReason] = useState<FailureReason | null>(null);
  const columns = useMemo(() => deliveryColumns(timeline, setReason), [timeline]);
  return (
    <section className="panel">
      <header>
        <h2>Deliveries</h2>
        <span className="small text-2">newest first</span>
      </header>
      <Coming timeline={timeline} />
      <DataTable
        label={`Deliveries to ${timeline.group}`}
        columns={columns}
        rows={madeRows(timeline)}
        rowId={(row) => row.id}
        rowQuiet={(row) => row.isFormerLife}
        empty={
          <EmptyState kind="none-ever" title="No delivery yet">
            {emptyReason(timeline)}
          </EmptyState>
        }
        footer={
          <div className="panel-body row small text-2">
            <span className="grow">
              {tally(timeline)}; policy version {timeline.policyVersion}, max retries {timeline.maxRetries}
            </span>
            <Link href={`/groups/${encodeURIComponent(timeline.group)}/config`} prefetch={false}>
              Configuration
            </Link>
          </div>
        }
      />
      <ReasonDialog reason={reason} onClose={() => setReason(null)} />
    </section>
  );
}

function Coming({ timeline }: { readonly timeline: MessageTimeline }) {
  const words = comingWords(timeline);
  const { prediction, group } = timeline;
  if (words === null || prediction === null) return null;
  const line = (
    <>
      <b>
        {words} until <Time at={prediction.diesAt} />
      </b>
      , then DLQ
    </>
  );
  return (
    <Fold line={line}>
      <DataTable
        label={`Coming attempts of ${group}`}
        columns={comingColumns}
        rows={comingRows(timeline)}
        rowId={(row) => row.id}
        rowQuiet={() => true}
        empty={null}
        footer={
          prediction.omitted === 0 ? undefined : (
            <div className="panel-body small text-3">{plural(prediction.omitted, 'later one')} not shown.</div>
          )
        }
      />
    </Fold>
  );
}

function emptyReason({ state, waitingBehind }: MessageTimeline): string {
  if (state === 'filtered-out') return 'The filter of the group left it out.';
  if (state === 'unrecorded') return 'The outcome is no longer on record.';
  return waitingBehind === null
    ? 'No client of this group has fetched it yet.'
    : 'When it starts depends on the messages of its key before it.';
}
