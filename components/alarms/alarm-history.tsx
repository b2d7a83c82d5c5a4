'use client';

import Link from 'next/link';
import { useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button, ButtonLink } from '@/components/ui/button';
import { DrainValue } from '@/components/ui/drain';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { AsOf, Time } from '@/components/ui/time';
import type { AlarmHistory } from '@/lib/console/reads/alarms';
import { amountText, remainingText } from '@/lib/model/alarm/amount';
import { type Watch, WATCHES } from '@/lib/model/alarm/watch';
import type { ReadResult } from '@/lib/model/read-result';
import { AlarmBadge } from './alarm-badge';
import { whereText, WHY } from './alarms.model';
import { TakeDialog, type Taking } from './take-dialog';

interface AlarmHistoryProps {
  readonly id: string;
  readonly initial: ReadResult<AlarmHistory>;
  readonly mayNotTake: string | null;
}

/** One alarm from firing to resolved: who did what, when and why. */
export function AlarmHistoryView({ id, initial, mayNotTake }: AlarmHistoryProps) {
  const [taking, setTaking] = useState<Taking | null>(null);
  const query = useLiveQuery('alarm', { id }, { initial, live: { kinds: ['alarm'] } });
  const { alarm, events } = query.data ?? initial.data;
  const isOpen = alarm.resolvedAt === null;
  // A silence outlives its alarm, and can be ended later.
  const maySilence = isOpen || alarm.silencedUntil !== null;
  const mayAcknowledge = isOpen && alarm.acknowledgedBy === null;
  useShortcut('e', () => setTaking('acknowledge'), 'Acknowledge the alarm', mayAcknowledge && mayNotTake === null);
  useShortcut(
    'z',
    () => setTaking(alarm.silencedUntil === null ? 'silence' : 'unsilence'),
    'Silence the alarm, or end its silence',
    maySilence && mayNotTake === null,
  );
  return (
    <>
      <PageHeader
        title={WATCHES[alarm.watch].says}
        marks={<AlarmBadge alarm={alarm} />}
        actions={
          <>
            {mayAcknowledge ? (
              <Button keys="e" disabledReason={mayNotTake} onClick={() => setTaking('acknowledge')}>
                Acknowledge
              </Button>
            ) : null}
            {maySilence ? (
              <Button
                variant="ghost"
                keys="z"
                disabledReason={mayNotTake}
                onClick={() => setTaking(alarm.silencedUntil === null ? 'silence' : 'unsilence')}
              >
                {alarm.silencedUntil === null ? 'Silence…' : 'End silence'}
              </Button>
            ) : null}
            <ButtonLink href={alarm.evidence} variant="primary">
              {WATCHES[alarm.watch].evidence.says}
            </ButtonLink>
          </>
        }
      >
        <Story alarm={alarm} staleAt={query.error === null ? null : (query.asOf ?? initial.asOf)} />
      </PageHeader>
      <section className="panel">
        <header>
          <h2>History</h2>
          <span className="panel-end">{query.error === null ? <AsOf at={query.asOf ?? initial.asOf} /> : null}</span>
        </header>
        <DataTable
          label="History"
          columns={historyColumns(alarm.watch)}
          rows={events}
          rowId={({ at, kind }) => `${at} ${kind}`}
          keys={false}
          problem={query.error === null ? null : <ReadProblem error={query.error} onRetry={query.retry} />}
          empty={<EmptyState kind="none-ever">Nothing is recorded of it.</EmptyState>}
          footer={
            events.length < MOST_EVENTS ? undefined : (
              <footer>The first {events.length} events; there may be more.</footer>
            )
          }
        />
      </section>
      {taking === null ? null : (
        <TakeDialog kind={taking} alarm={alarm} onClose={() => setTaking(null)} onDone={query.retry} />
      )}
    </>
  );
}

/**
 * What it is about, since when, who has it, how it ended.
 * @param props.staleAt when it could not be read again: of when this is
 */
function Story({ alarm, staleAt }: { readonly alarm: AlarmHistory['alarm']; readonly staleAt: string | null }) {
  return (
    <>
      {staleAt === null ? null : (
        <>
          As of <Time at={staleAt} style="clock" />:{' '}
        </>
      )}
      {whereText(alarm)}, {alarm.severity}, fired <Time at={alarm.firedAt} withRelative />:{' '}
      {amountText(alarm.watch, alarm.value)}, at most {amountText(alarm.watch, alarm.peak)}; threshold{' '}
      {amountText(alarm.watch, alarm.threshold)}
      {alarm.resolvedAt === null ? remainingText(alarm.watch, alarm.remaining) : ''}.
      {alarm.acknowledgedBy !== null
        ? ` Acknowledged by ${alarm.acknowledgedBy.split('@')[0]}.`
        : alarm.resolvedAt === null
          ? ' Not acknowledged.'
          : ''}
      {alarm.silencedUntil === null ? null : (
        <>
          {' '}
          Silenced until <Time at={alarm.silencedUntil} /> ({alarm.silenceReason}).
        </>
      )}
      {alarm.resolvedWhy === null ? null : ` Resolved ${WHY[alarm.resolvedWhy]}.`}
      {alarm.drain === null ? null : (
        <>
          {' '}
          Time to drain: <DrainValue reading={alarm.drain} />.
        </>
      )}
      {alarm.redriveId === null ? null : (
        <>
          {' '}
          <Link href={`/redrives/${alarm.redriveId}`}>Re-drive {alarm.redriveId}</Link>
        </>
      )}
    </>
  );
}

/** As many as are read. */
const MOST_EVENTS = 500;

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
