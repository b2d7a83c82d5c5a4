import type { Column } from '@/components/data-table/columns';
import { formatBytes, formatCount } from '@/components/ui/number.model';
import { StateBadge } from '@/components/ui/state-badge';
import { Time, ZoneName } from '@/components/ui/time';
import type { FoundView } from '@/lib/console/operations/messages/views';
import { shorten } from '@/components/parts/names';
import { KeyCell } from './failure-columns';
import styles from './find.module.css';
import { foundBadge, foundSentence } from './found.model';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

interface Layout {
  /** In one topic: its name is said above, offsets tell rows apart. */
  readonly oneTopic: boolean;
  /** Several brokers store it. */
  readonly ofBrokers?: boolean;
}

/** A row is one line: what does not fit is cut, never wrapped. */
export function foundColumns({ oneTopic, ofBrokers = false }: Layout): readonly Column<FoundView>[] {
  const columns: (Column<FoundView> | null)[] = [
    { id: 'keys', header: t('Key'), cut: true, cell: (row) => <KeyCell {...row} /> },
    {
      id: 'message',
      header: t('Message'),
      cell: ({ messageId }) => (
        <span className={styles.id} title={messageId}>
          {shorten(messageId)}
        </span>
      ),
    },
    {
      id: 'stored',
      header: <Said of={pieces('Stored, {zone}', { zone: <ZoneName /> })} />,
      align: 'end',
      cell: ({ storedAt }) => <Time at={storedAt} style="day-clock" />,
    },
    oneTopic ? null : { id: 'topic', header: t('Topic'), cell: ({ topic }) => topic },
    ofBrokers ? { id: 'broker', header: t('Broker'), cut: true, cell: ({ broker }) => broker } : null,
    {
      id: 'place',
      header: t('Queue, offset'),
      align: 'end',
      hideNarrow: true,
      cell: ({ queueNo, offset }) =>
        offset === null ? <span className="text-3">—</span> : `${queueNo} / ${formatCount(offset)}`,
    },
    { id: 'state', header: t('State'), cell: (row) => <StateBadge {...foundBadge(row)} /> },
    { id: 'groups', header: t('Groups'), clip: true, cell: (row) => <Sentence row={row} /> },
    { id: 'size', header: t('Size'), align: 'end', hideNarrow: true, cell: (row) => formatBytes(row.bodyBytes) },
  ];
  return columns.filter((column) => column !== null);
}

function Sentence({ row }: { readonly row: FoundView }) {
  const text = foundSentence(row);
  return (
    <span className="text-2" title={text}>
      {text}
    </span>
  );
}
