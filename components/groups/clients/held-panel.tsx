'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { messageHref } from '@/components/parts/names';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Countdown, Time } from '@/components/ui/time';
import type { GroupClientView, HeldMessageView } from '@/lib/console/operations/groups/views';
import { clientName } from './clients.model';
import { t } from '@/lib/model/language/t';

const heldColumns = (): readonly Column<HeldMessageView>[] => [
  {
    id: 'id',
    header: t('Message'),
    cell: ({ messageId }) =>
      messageId === null ? (
        <span className="text-3">{t('no longer kept')}</span>
      ) : (
        <Link href={messageHref(messageId)} prefetch={false} className="mono">
          {messageId.length > 20 ? `…${messageId.slice(-14)}` : messageId}
        </Link>
      ),
  },
  { id: 'key', header: t('Key'), clip: true, cell: ({ key }) => key ?? <span className="text-3">{t('none')}</span> },
  { id: 'topic', header: t('Topic'), hideNarrow: true, cell: ({ topic }) => topic },
  { id: 'attempt', header: t('Delivery'), align: 'end', cell: ({ attempt }) => attempt },
  { id: 'since', header: t('In progress since'), align: 'end', cell: ({ since }) => <Time at={since} withRelative /> },
  { id: 'ends', header: t('Lease ends'), align: 'end', cell: ({ leaseEndsAt }) => <Countdown to={leaseEndsAt} /> },
];

/** One client: its ID, what it is, and what it has in progress. */
export function HeldPanel({ group, client }: { readonly group: string; readonly client: GroupClientView }) {
  const held = useLiveQuery(
    'heldMessages',
    { group, client: client.client },
    { live: { kinds: ['message', 'client'], group } },
  );
  return (
    <section className="panel">
      <header>
        <h2>
          {t('{client}: {count, plural, one {# message} other {# messages}} in progress', {
            client: clientName(client),
            count: client.holds,
          })}
        </h2>
        <span className="small text-3">
          {client.holds > 50 ? t('longest first, the first 50') : t('longest first')}
        </span>
      </header>
      <dl className="facts panel-body">
        <dt>{t('Client ID')}</dt>
        <dd className="row">
          <span className="mono">{client.client}</span>
          <CopyButton text={client.client} label={t('Copy the client ID')} />
        </dd>
        <dt>{t('Address')}</dt>
        <dd>{client.host}</dd>
        <dt>{t('Access key')}</dt>
        <dd>{client.accessKey ?? t('none')}</dd>
        <dt>{t('Application version')}</dt>
        <dd>{client.appVersion ?? t('unknown: it is part of failure reports, and the client has sent none')}</dd>
        <dt>{t('Connected to node')}</dt>
        <dd className="mono">{client.node}</dd>
      </dl>
      <DataTable
        label={t('Messages in progress of {client}', { client: client.client })}
        columns={heldColumns()}
        rows={held.data}
        rowId={({ messageId, since }) => `${messageId} ${since}`}
        problem={readProblem(held)}
        empty={
          <EmptyState kind="none-in-range" title={t('No messages in progress')}>
            {t('All messages that the client received were committed, have failed or were released.')}
          </EmptyState>
        }
      />
    </section>
  );
}
