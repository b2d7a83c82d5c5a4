import { Send } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { Button } from '@/components/ui/button';
import { Countdown, Time } from '@/components/ui/time';
import type { ChannelView, DeliveryView } from '@/lib/console/operations/alarms/views';
import styles from './alarms.module.css';
import { KIND_WORDS } from './channel-words.model';
import { between, msg, t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

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
      header: t('Channel'),
      cut: true,
      cell: ({ name, kind, readable }) => (
        <>
          <b>{name}</b>
          <span className="small text-2 narrow-only">
            {t(KIND_WORDS[kind])}
            {readable ? '' : `${between(';')}${t('the secret cannot be read, enter it again')}`}
          </span>
        </>
      ),
    },
    { id: 'kind', header: t('Kind'), hideNarrow: true, cell: ({ kind }) => t(KIND_WORDS[kind]) },
    {
      id: 'where',
      header: t('Receiver'),
      cut: true,
      hideNarrow: true,
      cell: ({ config, readable }) => (
        <span className="col col-tight">
          <span>
            {config.to === undefined
              ? config.url
              : t('{addresses} via {host}', { addresses: enumerated(config.to), host: config.host ?? '' })}
          </span>
          {readable ? null : <span className="small">{t('The secret cannot be read. Enter it again.')}</span>}
        </span>
      ),
    },
    { id: 'on', header: t('State'), cell: ({ enabled }) => (enabled ? t('on') : t('off')) },
    {
      id: 'actions',
      header: <span className="visually-hidden">{t('Actions')}</span>,
      fixed: true,
      align: 'end',
      cell: (channel) => (
        <span className={styles.buttons}>
          <Button size="small" icon={Send} pending={pending} onClick={() => onTest(channel)}>
            {t('Send a test')}
          </Button>
          <Button size="small" variant="ghost" onClick={() => onEdit(channel)}>
            {t('Edit…')}
          </Button>
          <Button size="small" variant="ghost" onClick={() => onRemove(channel)}>
            {t('Remove…')}
          </Button>
        </span>
      ),
    },
  ];
}

const STATE_WORDS = { pending: msg('retrying'), sent: msg('sent'), 'given-up': msg('failed') } as const;

export function logColumns(channels: readonly ChannelView[]): readonly Column<DeliveryView>[] {
  const names = new Map(channels.map(({ channelId, name }) => [channelId, name]));
  return [
    { id: 'at', header: t('Time'), cell: ({ createdAt }) => <Time at={createdAt} style="day-clock" /> },
    { id: 'channel', header: t('Channel'), hideNarrow: true, cell: ({ channelId }) => names.get(channelId) ?? '—' },
    {
      id: 'title',
      header: t('Notification'),
      cut: true,
      cell: ({ title, channelId }) => (
        <>
          {title}
          <span className="small text-2 narrow-only">
            {t('to {channel}', { channel: names.get(channelId) ?? '—' })}
          </span>
        </>
      ),
    },
    {
      id: 'state',
      header: t('Result'),
      cut: true,
      cell: ({ state, attempts, problem, nextAt, triedAt }) => (
        <span className="col col-tight">
          <span>
            {state === 'pending' && triedAt === null ? t('sending') : t(STATE_WORDS[state])}
            {state === 'pending' && triedAt !== null ? (
              <>
                {' '}
                <Countdown to={nextAt} />
              </>
            ) : null}
            {attempts > 1 ? ` ${t('({attempts, plural, one {# attempt} other {# attempts}})', { attempts })}` : ''}
          </span>
          {problem === null ? null : <span className="small text-2">{problem}</span>}
        </span>
      ),
    },
  ];
}
