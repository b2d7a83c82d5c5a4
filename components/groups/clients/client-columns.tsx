import { Check, Hourglass, TriangleAlert } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { Icon } from '@/components/ui/icon';
import { formatCount } from '@/components/ui/number.model';
import { RateValue } from '@/components/ui/rate';
import { sdkOf } from '@/lib/model/group/sdk';
import { StateBadge } from '@/components/ui/state-badge';
import { RelativeTime, Time } from '@/components/ui/time';
import type { GroupClientsView, GroupClientView } from '@/lib/console/operations/groups/views';
import { processOf, shortName } from '@/lib/model/group/client-host';
import { backoffOf, presenceOf } from './clients.model';
import styles from './clients.module.css';
import { SubscriptionCell } from './subscription-cell';
import { between, msg, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

/** Who a client is to the people who run it; its opaque ID is in the details of the row. */
export const columnsOf = (data: GroupClientsView): readonly Column<GroupClientView>[] => [
  {
    id: 'app',
    header: t('Application'),
    cell: ({ accessKey, appVersion, client }) => (
      <span className="nowrap" title={client}>
        {accessKey === null ? <span className="text-3">{t('no access key')}</span> : <b>{accessKey}</b>}
        {appVersion === null ? null : <span className="text-2"> {appVersion}</span>}
      </span>
    ),
  },
  {
    id: 'host',
    header: t('Host'),
    cut: true,
    cell: ({ client, host }) => (
      <span title={client}>
        {processOf(client) === null ? (
          host
        ) : (
          <>
            {shortName(client)} <span className="text-3">{host}</span>
          </>
        )}
      </span>
    ),
  },
  {
    id: 'process',
    header: t('Process'),
    align: 'end',
    cell: ({ client }) => processOf(client) ?? <span className="text-3">{t('unknown')}</span>,
  },
  {
    id: 'subscription',
    header: t('Subscription'),
    cut: true,
    cell: ({ subscriptions, leftAt }) => (
      <SubscriptionCell subscriptions={subscriptions} unknown={leftAt === null ? t('unknown') : '—'} />
    ),
  },
  {
    id: 'sdk',
    header: 'SDK',
    cell: (client) => (
      <span title={client.kind === 'push' ? 'PushConsumer' : 'SimpleConsumer'}>
        {sdkOf(client)}
        {client.kind === 'push' ? '' : ', SimpleConsumer'}
      </span>
    ),
  },
  { id: 'since', header: t('Connected since'), align: 'end', cell: ({ since }) => <Time at={since} /> },
  { id: 'holds', header: t('In progress'), align: 'end', cell: ({ holds }) => formatCount(holds) },
  {
    id: 'longest',
    header: t('Longest'),
    align: 'end',
    hideNarrow: true,
    cell: ({ heldSince }) => (heldSince === null ? '—' : <RelativeTime at={heldSince} />),
  },
  {
    id: 'received',
    header: t('Received/s'),
    align: 'end',
    cell: (client) => (client.leftAt === null ? <RateValue reading={client.received} /> : '—'),
  },
  {
    id: 'acked',
    header: t('Committed/s'),
    align: 'end',
    cell: (client) => (client.leftAt === null ? <RateValue reading={client.acked} /> : '—'),
  },
  { id: 'backoff', header: t('Retry interval'), cell: (client) => <Backoff client={client} data={data} /> },
];

const BACKOFF_MARKS = {
  current: { icon: Check, tone: 'fg-commit', words: msg('in use') },
  older: { icon: Hourglass, tone: 'fg-waiting', words: msg('an older version') },
  own: { icon: TriangleAlert, tone: 'fg-waiting', words: msg('not as configured') },
} as const;

/** The settings that it was last sent; of a client that is not there, that it is not. */
function Backoff({ client, data }: { readonly client: GroupClientView; readonly data: GroupClientsView }) {
  if (presenceOf(client) !== 'connected') return <Presence client={client} />;
  const { state, text } = backoffOf(client, data);
  if (state === 'unknown') return <span className="text-3">{t('unknown')}</span>;
  const { icon, tone, words } = BACKOFF_MARKS[state];
  return (
    <span className={styles.backoff} title={t('{state}: {text}', { state: t(words), text })}>
      <Icon of={icon} size={13} className={tone} /> {text}
      <span className="visually-hidden">
        {between(',')}
        {t(words)}
      </span>
    </span>
  );
}

function Presence({ client }: { readonly client: GroupClientView }) {
  const presence = presenceOf(client);
  if (presence === 'unknown') return <StateBadge state="unknown" />;
  return client.leftAt === null ? null : (
    <span className="text-2">
      <Said of={pieces('left {time}', { time: <Time at={client.leftAt} /> })} />
    </span>
  );
}
