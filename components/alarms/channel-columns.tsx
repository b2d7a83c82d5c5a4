import { Send } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { Button } from '@/components/ui/button';
import { Countdown, Time } from '@/components/ui/time';
import type { ChannelView, DeliveryView } from '@/lib/console/operations/alarms/views';
import styles from './alarms.module.css';
import { KIND_WORDS } from './channel-words.model';

interface ChannelOptions {
  readonly pending: boolean;
  readonly onTest: (channel: ChannelView) => void;
  readonly onEdit: (channel: ChannelView) => void;
  readonly onRemove: (channel: ChannelView) => void;
}

export function channelColumns({ pending, onTest, onEdit, onRemove }: ChannelOptions): readonly Column<ChannelView>[] {
  return [
    {
      id: 'name',
      header: 'Channel',
      cut: true,
      cell: ({ name, kind, readable }) => (
        <>
          <b>{name}</b>
          <span className="small text-2 narrow-only">
            {KIND_WORDS[kind]}
            {readable ? '' : '; its secret cannot be read: enter it again'}
          </span>
        </>
      ),
    },
    { id: 'kind', header: 'Kind', hideNarrow: true, cell: ({ kind }) => KIND_WORDS[kind] },
    {
      id: 'where',
      header: 'Receiver',
      cut: true,
      hideNarrow: true,
      cell: ({ config, readable }) => (
        <span className="col col-tight">
          <span>{config.to === undefined ? config.url : `${config.to.join(', ')} by ${config.host}`}</span>
          {readable ? null : <span className="small">Its secret cannot be read: enter it again.</span>}
        </span>
      ),
    },
    { id: 'on', header: 'State', cell: ({ enabled }) => (enabled ? 'on' : 'off') },
    {
      id: 'actions',
      header: <span className="visually-hidden">Actions</span>,
      fixed: true,
      align: 'end',
      cell: (channel) => (
        <span className={styles.buttons}>
          <Button size="small" icon={Send} pending={pending} onClick={() => onTest(channel)}>
            Send a test
          </Button>
          <Button size="small" variant="ghost" onClick={() => onEdit(channel)}>
            Edit…
          </Button>
          <Button size="small" variant="ghost" onClick={() => onRemove(channel)}>
            Remove…
          </Button>
        </span>
      ),
    },
  ];
}

const STATE_WORDS = { pending: 'retried', sent: 'sent', 'given-up': 'failed' } as const;

export function logColumns(channels: readonly ChannelView[]): readonly Column<DeliveryView>[] {
  const names = new Map(channels.map(({ channelId, name }) => [channelId, name]));
  return [
    { id: 'at', header: 'At', cell: ({ createdAt }) => <Time at={createdAt} style="day-clock" /> },
    { id: 'channel', header: 'Channel', hideNarrow: true, cell: ({ channelId }) => names.get(channelId) ?? '—' },
    {
      id: 'title',
      header: 'What',
      cut: true,
      cell: ({ title, channelId }) => (
        <>
          {title}
          <span className="small text-2 narrow-only">to {names.get(channelId) ?? '—'}</span>
        </>
      ),
    },
    {
      id: 'state',
      header: 'Outcome',
      cut: true,
      cell: ({ state, attempts, problem, nextAt, triedAt }) => (
        <span className="col col-tight">
          <span>
            {state === 'pending' && triedAt === null ? 'sending' : STATE_WORDS[state]}
            {state === 'pending' && triedAt !== null ? (
              <>
                {' '}
                <Countdown to={nextAt} />
              </>
            ) : null}
            {attempts > 1 ? `, ${attempts} tries` : ''}
          </span>
          {problem === null ? null : <span className="small text-2">{problem}</span>}
        </span>
      ),
    },
  ];
}
