import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { readProblem } from '@/components/live/read-problem';
import type { LiveQuery } from '@/components/live/use-live-query';
import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/empty-state';
import { AsOf, Time } from '@/components/ui/time';
import type { AlarmHistory } from '@/lib/console/operations/alarms/views';
import { amountText } from '@/lib/model/alarm/amount';
import type { Signal } from '@/lib/model/signal/signal';
import { WHY } from '../alarms.model';

interface AlarmEventsProps {
  readonly page: AlarmHistory;
  readonly asOf: string;
  readonly error: LiveQuery<unknown>['error'];
  readonly onRetry: () => void;
}

/** As many as are read. */
const MOST_EVENTS = 500;

/** Notifications, acknowledgements, silences and re-drives, in their order. */
export function AlarmEvents({ page: { alarm, events }, asOf, error, onRetry }: AlarmEventsProps) {
  return (
    <section className="panel">
      <header>
        <h2>History</h2>
        <span className="panel-end">{error === null ? <AsOf at={asOf} /> : null}</span>
      </header>
      <DataTable
        label="History"
        columns={columnsOf(alarm.watch)}
        rows={events}
        rowId={({ at, kind, note }) => `${at} ${kind} ${note}`}
        problem={readProblem({ error, retry: onRetry })}
        empty={<EmptyState kind="none-ever">No history is recorded.</EmptyState>}
        footer={
          events.length < MOST_EVENTS ? undefined : (
            <footer>The first {events.length} events; there may be more.</footer>
          )
        }
      />
    </section>
  );
}

type Event = AlarmHistory['events'][number];

const KINDS: Readonly<Record<Event['kind'], string>> = {
  fired: 'fired',
  repeated: 'notified again',
  acknowledged: 'acknowledged',
  silenced: 'silenced',
  unsilenced: 'silence ended',
  redrive: 're-drive attached',
  'died-again': 'died again',
  resolved: 'ended',
};

function columnsOf(watch: Signal): readonly Column<Event>[] {
  return [
    { id: 'at', header: 'At', cell: ({ at }) => <Time at={at} style="day-clock" /> },
    { id: 'kind', header: 'What', cell: ({ kind }) => KINDS[kind] },
    { id: 'actor', header: 'Who', cell: ({ actor }) => actor ?? 'Redrive' },
    { id: 'note', header: 'Note', cell: (event) => <Note event={event} watch={watch} /> },
  ];
}

function Note({ event: { kind, note, value }, watch }: { readonly event: Event; readonly watch: Signal }) {
  if (kind === 'resolved' && note !== null) return <>{WHY[note] ?? note}</>;
  const redrive = /^re-drive (\d+)$/.exec(note ?? '')?.[1];
  const amount = value === null ? '' : amountText(kind === 'died-again' ? 'dead-letters' : watch, value);
  if (redrive !== undefined)
    return (
      <>
        <Link href={`/redrives/${redrive}`} prefetch={false}>
          RD-{redrive}
        </Link>
        {amount === '' ? '' : `: ${amount}`}
      </>
    );
  return (
    <span className="clip" title={note ?? amount}>
      {note ?? amount}
    </span>
  );
}
