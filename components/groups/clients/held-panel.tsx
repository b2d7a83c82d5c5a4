'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { messageHref } from '@/components/parts/names';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { plural } from '@/components/ui/number.model';
import { Countdown, Time } from '@/components/ui/time';
import type { GroupClientView, HeldMessageView } from '@/lib/console/operations/groups/views';
import { clientName } from './clients.model';

const heldColumns: readonly Column<HeldMessageView>[] = [
  {
    id: 'id',
    header: 'Message',
    cell: ({ messageId }) =>
      messageId === null ? (
        <span className="text-3">no longer kept</span>
      ) : (
        <Link href={messageHref(messageId)} prefetch={false} className="mono">
          {messageId.length > 20 ? `…${messageId.slice(-14)}` : messageId}
        </Link>
      ),
  },
  { id: 'key', header: 'Key', clip: true, cell: ({ key }) => key ?? <span className="text-3">none</span> },
  { id: 'topic', header: 'Topic', hideNarrow: true, cell: ({ topic }) => topic },
  { id: 'attempt', header: 'Delivery', align: 'end', cell: ({ attempt }) => attempt },
  { id: 'since', header: 'Held since', align: 'end', cell: ({ since }) => <Time at={since} withRelative /> },
  { id: 'ends', header: 'Lease ends', align: 'end', cell: ({ leaseEndsAt }) => <Countdown to={leaseEndsAt} /> },
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
          {clientName(client)}: {plural(client.holds, 'message')} in progress
        </h2>
        <span className="small text-3">longest first{client.holds > 50 ? ', the first 50' : ''}</span>
      </header>
      <dl className="facts panel-body">
        <dt>Client ID</dt>
        <dd className="row">
          <span className="mono">{client.client}</span>
          <CopyButton text={client.client} label="Copy the client ID" />
        </dd>
        <dt>Address</dt>
        <dd>{client.host}</dd>
        <dt>Access key</dt>
        <dd>{client.accessKey ?? 'none'}</dd>
        <dt>Application version</dt>
        <dd>{client.appVersion ?? 'unknown: only failure reports carry it, and it has sent none'}</dd>
        <dt>Connected to node</dt>
        <dd className="mono">{client.node}</dd>
      </dl>
      <DataTable
        label={`Messages that ${client.client} holds`}
        columns={heldColumns}
        rows={held.data}
        rowId={({ messageId, since }) => `${messageId} ${since}`}
        problem={readProblem(held)}
        empty={
          <EmptyState kind="none-in-range" title="Nothing in progress">
            Everything that it received is acknowledged, failed or released.
          </EmptyState>
        }
      />
    </section>
  );
}
