'use client';

import Link from 'next/link';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import type { AlarmHistory } from '@/lib/console/queries/alarms';
import { amountText } from '@/lib/model/alarm/amount';
import { type Watch, WATCHES } from '@/lib/model/alarm/rule';
import type { ReadResult } from '@/lib/model/read-result';
import { AlarmBadge } from './alarm-badge';
import { evidenceText, whereText, WHY } from './alarms.model';

/** One alarm from firing to resolved: who did what, when and why. */
export function AlarmHistoryView({ id, initial }: { readonly id: string; readonly initial: ReadResult<AlarmHistory> }) {
  const query = useLiveQuery<AlarmHistory>({
    url: '/api/console/alarm',
    params: { id },
    initial,
    live: { kinds: ['alarm'] },
  });
  const { alarm, events } = query.data ?? initial.data;
  return (
    <>
      <PageHeader
        title={WATCHES[alarm.watch].says}
        marks={<AlarmBadge alarm={alarm} />}
        actions={<ButtonLink href={alarm.evidence}>{evidenceText(alarm.watch)}</ButtonLink>}
      >
        {whereText(alarm)}, {alarm.severity}: {amountText(alarm.watch, alarm.value)}, at most{' '}
        {amountText(alarm.watch, alarm.peak)}; the rule says {amountText(alarm.watch, alarm.threshold)}.
        {alarm.resolvedWhy === null ? null : ` Resolved ${WHY[alarm.resolvedWhy]}.`}
        {alarm.redriveId === null ? null : (
          <>
            {' '}
            <Link href={`/redrives/${alarm.redriveId}`}>Re-drive {alarm.redriveId}</Link>
          </>
        )}
      </PageHeader>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <section className="panel">
        <header>
          <h2>History</h2>
        </header>
        <DataTable
          label="History"
          columns={historyColumns(alarm.watch)}
          rows={events}
          rowId={({ at, kind }) => `${at} ${kind}`}
          empty="Nothing is recorded."
        />
      </section>
    </>
  );
}

function historyColumns(watch: Watch): readonly Column<AlarmHistory['events'][number]>[] {
  return [
    { id: 'at', header: 'At', cell: ({ at }) => <Time at={at} style="day-clock" /> },
    { id: 'kind', header: 'What', cell: ({ kind }) => kind },
    { id: 'actor', header: 'Who', cell: ({ actor }) => actor ?? 'Redrive' },
    {
      id: 'note',
      header: 'Note',
      wrap: true,
      cell: ({ kind, note, value }) =>
        kind === 'resolved' && note !== null
          ? (WHY[note] ?? note)
          : (note ?? (value === null ? '' : amountText(watch, value))),
    },
  ];
}
