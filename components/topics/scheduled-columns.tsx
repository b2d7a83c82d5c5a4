import type { Column } from '@/components/data-table/columns';
import { formatCount } from '@/components/ui/number.model';
import { Countdown, Time, ZoneName } from '@/components/ui/time';
import type { ScheduledView } from '@/lib/console/operations/scheduled/views';

const none = <span className="text-3">—</span>;

/** A message that waits for its time, in the embedded broker and at the brokers of a cluster. */
export const scheduledColumns: readonly Column<ScheduledView>[] = [
  { id: 'id', header: 'Message', cell: ({ messageId }) => messageId },
  {
    id: 'due',
    header: (
      <>
        Due, <ZoneName />
      </>
    ),
    cell: ({ dueAt }) => <Time at={dueAt} style="day-clock" />,
  },
  { id: 'in', header: 'In', align: 'end', cell: ({ dueAt }) => <Countdown to={dueAt} /> },
  { id: 'tag', header: 'Tag', cell: ({ tag }) => tag ?? none },
  { id: 'keys', header: 'Keys', cut: true, cell: ({ keys }) => (keys.length === 0 ? none : keys.join(', ')) },
  {
    id: 'bytes',
    header: 'Body, B',
    align: 'end',
    hideNarrow: true,
    cell: ({ bodyBytes }) => <span className="text-2">{formatCount(bodyBytes)}</span>,
  },
  {
    id: 'sent',
    header: 'Sent',
    hideNarrow: true,
    cell: ({ bornAt, bornHost }) => (
      <span className="text-2">
        <Time at={bornAt} style="day-clock" /> {bornHost === '' ? '' : `from ${bornHost}`}
      </span>
    ),
  },
];
