'use client';

import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';
import { useMemo, useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Fold } from '@/components/ui/fold';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import type { FailureReason, MessageTimeline } from '@/lib/model/message/timeline';
import { comingColumns } from './coming-columns';
import { deliveryColumns } from './delivery-columns';
import { comingRows, comingCount, madeRows, tally } from './delivery-rows.model';
import { ReasonDialog } from './reason-dialog';

/** What happened, newest first, with who had it and its error; what is to come is one line until it is asked for. */
export function Deliveries({ timeline }: { readonly timeline: MessageTimeline }) {
  const [reason, setReason] = useState<FailureReason | null>(null);
  const columns = useMemo(() => deliveryColumns(timeline, setReason), [timeline]);
  return (
    <section className="panel">
      <header>
        <h2>{t('Deliveries')}</h2>
        <span className="small text-2">{t('newest first')}</span>
      </header>
      <Coming timeline={timeline} />
      <DataTable
        label={t('Deliveries to {group}', { group: timeline.group })}
        columns={columns}
        rows={madeRows(timeline)}
        rowId={(row) => row.id}
        rowQuiet={(row) => row.isFormerLife}
        empty={
          <EmptyState kind="none-ever" title={t('No delivery yet')}>
            {emptyReason(timeline)}
          </EmptyState>
        }
        footer={
          <div className="panel-body row small text-2">
            <span className="grow">
              {t('{tally}; policy version {version}, max retries {retries, number}', {
                ...{ tally: tally(timeline), version: timeline.policyVersion, retries: timeline.maxRetries },
              })}
            </span>
            <Link href={`/groups/${encodeURIComponent(timeline.group)}/config`} prefetch={false}>
              {t('Configuration')}
            </Link>
          </div>
        }
      />
      <ReasonDialog reason={reason} onClose={() => setReason(null)} />
    </section>
  );
}

function Coming({ timeline }: { readonly timeline: MessageTimeline }) {
  const coming = comingCount(timeline);
  const { prediction, group } = timeline;
  if (coming === null || prediction === null) return null;
  const line = (
    <Said
      of={pieces('<b>{coming, plural, one {# more attempt} other {# more attempts}} until {at}</b>, then DLQ', {
        coming,
        at: <Time at={prediction.diesAt} />,
      })}
    />
  );
  return (
    <Fold line={line}>
      <DataTable
        label={t('Coming attempts of {group}', { group })}
        columns={comingColumns()}
        rows={comingRows(timeline)}
        rowId={(row) => row.id}
        rowQuiet={() => true}
        empty={null}
        footer={
          prediction.omitted === 0 ? undefined : (
            <div className="panel-body small text-3">
              {t('{count, plural, one {# later one} other {# later ones}} not shown.', { count: prediction.omitted })}
            </div>
          )
        }
      />
    </Fold>
  );
}

function emptyReason({ state, waitingBehind }: MessageTimeline): string {
  if (state === 'filtered-out') return t('Excluded by the filter of the group.');
  if (state === 'unrecorded') return t('The outcome is no longer on record.');
  return waitingBehind === null
    ? t('No client of this group has fetched it yet.')
    : t('When it starts depends on the messages of its key before it.');
}
