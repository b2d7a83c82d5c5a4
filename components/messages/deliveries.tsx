'use client';

import { useMemo, useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { plural } from '@/components/ui/number.model';
import type { FailureReason, MessageTimeline } from '@/lib/model/message/timeline';
import { deliveryColumns } from './delivery-columns';
import { deliveryRows, tally } from './delivery-rows.model';
import { ReasonDialog } from './reason-dialog';

/** Newest first: what may come, what runs, what happened, each with its own error. */
export function Deliveries({ timeline }: { readonly timeline: MessageTimeline }) {
  const [reason, setReason] = useState<FailureReason | null>(null);
  const lives = timeline.lives.length;
  const columns = useMemo(() => deliveryColumns(lives, setReason), [lives]);
  const omitted = timeline.prediction?.omitted ?? 0;
  return (
    <section className="panel">
      <header>
        <h2>Deliveries</h2>
        <span className="small text-2">newest first, each with its own error</span>
      </header>
      <DataTable
        label={`Deliveries to ${timeline.group}`}
        columns={columns}
        rows={deliveryRows(timeline)}
        rowId={(row) => row.id}
        rowQuiet={(row) => row.kind === 'future' || row.isFormerLife}
        empty={
          <EmptyState kind="none-ever" title="No delivery yet">
            {emptyReason(timeline)}
          </EmptyState>
        }
        footer={
          <div className="panel-body small text-3">
            {tally(timeline)}
            {omitted > 0 ? `. ${plural(omitted, 'later one')} not shown` : ''}. Up to{' '}
            {plural(timeline.maxRetries + 1, 'delivery', 'deliveries')}; policy version {timeline.policyVersion}.
          </div>
        }
      />
      <ReasonDialog reason={reason} onClose={() => setReason(null)} />
    </section>
  );
}

function emptyReason({ state, waitingBehind }: MessageTimeline): string {
  if (state === 'filtered-out') return 'The filter of the group left it out.';
  if (state === 'unrecorded') return 'The outcome is no longer on record.';
  return waitingBehind === null
    ? 'No client of this group has fetched it yet.'
    : 'When it starts depends on the messages of its key before it.';
}
