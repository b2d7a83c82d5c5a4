import type { Column } from '@/components/data-table/columns';
import { formatCount } from '@/components/ui/number.model';
import { Countdown, Time, ZoneName } from '@/components/ui/time';
import type { ScheduledView } from '@/lib/console/operations/scheduled/views';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';

const none = <span className="text-3">—</span>;

/** A message that waits for its time, in the embedded broker and at the brokers of a cluster. */
export const scheduledColumns = (): readonly Column<ScheduledView>[] => [
  { id: 'id', header: t('Message'), cell: ({ messageId }) => messageId },
  {
    id: 'due',
    header: <Said of={pieces('Due, {zone}', { zone: <ZoneName /> })} />,
    cell: ({ dueAt }) => <Time at={dueAt} style="day-clock" />,
  },
  { id: 'in', header: t('Due in'), align: 'end', cell: ({ dueAt }) => <Countdown to={dueAt} /> },
  { id: 'tag', header: t('Tag'), cell: ({ tag }) => tag ?? none },
  { id: 'keys', header: t('Keys'), cut: true, cell: ({ keys }) => (keys.length === 0 ? none : enumerated(keys)) },
  {
    id: 'bytes',
    header: t('Body, B'),
    align: 'end',
    hideNarrow: true,
    cell: ({ bodyBytes }) => <span className="text-2">{formatCount(bodyBytes)}</span>,
  },
  {
    id: 'sent',
    header: t('Sent'),
    hideNarrow: true,
    cell: ({ bornAt, bornHost }) => (
      <span className="text-2">
        {bornHost === '' ? (
          <Time at={bornAt} style="day-clock" />
        ) : (
          <Said of={pieces('{time} from {host}', { time: <Time at={bornAt} style="day-clock" />, host: bornHost })} />
        )}
      </span>
    ),
  },
];
