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
import { whyEnded } from '../alarms.model';
import { between, msg, t } from '@/lib/model/language/t';

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
        <h2>{t('History')}</h2>
        <span className="panel-end">{error === null ? <AsOf at={asOf} /> : null}</span>
      </header>
      <DataTable
        label={t('History')}
        columns={columnsOf(alarm.watch)}
        rows={events}
        rowId={({ at, kind, note }) => `${at} ${kind} ${note}`}
        problem={readProblem({ error, retry: onRetry })}
        empty={<EmptyState kind="none-ever">{t('No history is recorded.')}</EmptyState>}
        footer={
          events.length < MOST_EVENTS ? undefined : (
            <footer>{t('The first {count, number} events. There may be more.', { count: events.length })}</footer>
          )
        }
      />
    </section>
  );
}

type Event = AlarmHistory['events'][number];

const KINDS: Readonly<Record<Event['kind'], string>> = {
  fired: msg('fired'),
  repeated: msg('notified again'),
  acknowledged: msg('acknowledged by a person'),
  silenced: msg('silenced'),
  unsilenced: msg('silence ended'),
  redrive: msg('re-drive started'),
  'died-again': msg('failed again'),
  resolved: msg('ended'),
};

function columnsOf(watch: Signal): readonly Column<Event>[] {
  return [
    { id: 'at', header: t('Time'), cell: ({ at }) => <Time at={at} style="day-clock" /> },
    { id: 'kind', header: t('Event'), cell: ({ kind }) => t(KINDS[kind]) },
    { id: 'actor', header: t('Who'), cell: ({ actor }) => actor ?? 'Redrive' },
    { id: 'note', header: t('Note'), cell: (event) => <Note event={event} watch={watch} /> },
  ];
}

function Note({ event: { kind, note, value }, watch }: { readonly event: Event; readonly watch: Signal }) {
  if (kind === 'resolved' && note !== null) return <>{whyEnded(note) ?? note}</>;
  const redrive = /^(?:re-drive |RD-)(\d+)$/.exec(note ?? '')?.[1];
  const amount = value === null ? '' : amountText(kind === 'died-again' ? 'dead-letters' : watch, value);
  if (redrive !== undefined)
    return (
      <>
        <Link href={`/redrives/${redrive}`} prefetch={false}>
          {`RD-${redrive}`}
        </Link>
        {amount === '' ? '' : `${between(':')}${amount}`}
      </>
    );
  return (
    <span className="clip" title={note ?? amount}>
      {note ?? amount}
    </span>
  );
}
