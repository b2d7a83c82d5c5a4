'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ButtonLink } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount, plural } from '@/components/ui/number.model';
import { StateBadge } from '@/components/ui/state-badge';
import { Countdown, Time } from '@/components/ui/time';
import type { BlockedKeysPage, BlockedKeyView } from '@/lib/console/reads/group-keys';
import type { ReadResult } from '@/lib/model/read-result';
import { known } from '@/lib/model/reading';
import { groupHref } from '@/components/groups/group-href';
import { attemptOf, freeAtLatest } from './keys.model';
import type { RetryLimits } from '@/lib/model/forecast';

/** Blocked message groups: their head, its attempts, and when they are free at the latest. */
export function KeysView({ initial }: { readonly initial: ReadResult<BlockedKeysPage> }) {
  const { name } = initial.data.group;
  const keys = useLiveQuery(
    'groupKeys',
    { group: name },
    { initial, live: { kinds: ['group', 'message'], group: name } },
  );
  const { group, items, total } = keys.data ?? initial.data;
  const ordered = group.deliveryOrder === 'ordered';

  return (
    <section className="panel">
      <header>
        <h2>Blocked keys</h2>
        <span className="small text-3">
          {items.length === 0
            ? 'none now'
            : `${plural(total.keys, 'key')}, ${plural(total.behind, 'message')} waiting behind their heads; ` +
              'longest blocked first'}
        </span>
      </header>
      <DataTable
        label="Blocked keys"
        columns={columnsOf(group)}
        rows={items}
        rowId={(key) => `${key.topic} ${key.queueNo} ${key.headOff}`}
        problem={<ReadProblem error={keys.error} onRetry={keys.retry} />}
        empty={
          ordered ? (
            <EmptyState kind="none-in-range" title="No key is blocked">
              A key is listed here when its first message has failed, or a client holds it for over 2 s while others
              wait behind it.
            </EmptyState>
          ) : (
            <EmptyState
              kind="none-ever"
              title="This group is not ordered"
              action={
                <ButtonLink href={groupHref(name, 'retries')} size="small">
                  See its retries
                </ButtonLink>
              }
            >
              Failed messages of an unordered group do not block other messages.
            </EmptyState>
          )
        }
        footer={
          <TableFooter
            shown={items.length}
            total={known(total.keys, keys.asOf ?? initial.asOf)}
            tookMs={keys.tookMs}
            asOf={keys.asOf}
          />
        }
      />
    </section>
  );
}

function columnsOf(limits: RetryLimits): readonly Column<BlockedKeyView>[] {
  return [
    {
      id: 'key',
      header: 'Key',
      cell: ({ key, headOff }) => <b>{key ?? <span className="text-2">no key, offset {headOff}</span>}</b>,
    },
    { id: 'head', header: 'Head message', cell: ({ headId }) => <HeadLink id={headId} /> },
    { id: 'state', header: 'Head is', cell: (key) => <HeadState row={key} /> },
    { id: 'since', header: 'Blocked since', cell: ({ since }) => <Time at={since} withRelative /> },
    { id: 'attempt', header: 'Deliveries', align: 'end', cell: (key) => <Attempt row={key} limits={limits} /> },
    {
      id: 'next',
      header: 'Next try',
      cell: (key) => (key.held ? <Held row={key} /> : <Countdown to={key.visibleAt} />),
    },
    { id: 'behind', header: 'Behind', align: 'end', cell: ({ behind }) => formatCount(behind) },
    { id: 'free', header: 'Free at the latest', cell: (key) => <FreeAt row={key} limits={limits} /> },
    {
      id: 'where',
      header: 'Topic, queue',
      hideNarrow: true,
      cell: ({ topic, queueNo }) => (
        <span className="text-2">
          {topic}, {queueNo}
        </span>
      ),
    },
  ];
}

function HeadLink({ id }: { readonly id: string | null }) {
  if (id === null) return <span className="text-3">no longer kept</span>;
  return <a href={`/messages/${encodeURIComponent(id)}`}>{id.length > 20 ? `…${id.slice(-14)}` : id}</a>;
}

function Held({ row }: { readonly row: BlockedKeyView }) {
  return (
    <span className="text-2" title={row.client ?? undefined}>
      with {row.client === null ? 'a client' : shorten(row.client)}
    </span>
  );
}

function HeadState({ row }: { readonly row: BlockedKeyView }) {
  const now = useNow();
  return <StateBadge state={row.held ? 'in-flight' : Date.parse(row.visibleAt) <= now ? 'ready' : 'waiting-retry'} />;
}

function FreeAt({ row, limits }: { readonly row: BlockedKeyView; readonly limits: RetryLimits }) {
  return <Time at={freeAtLatest(row, limits, useNow())} />;
}

function shorten(client: string): string {
  return client.length > 28 ? `${client.slice(0, 27)}…` : client;
}

/** Ordered clients retry by themselves and report the end only, so the count is an estimate meanwhile. */
function Attempt({ row, limits }: { readonly row: BlockedKeyView; readonly limits: RetryLimits }) {
  const now = useNow();
  const { made, estimate } = attemptOf(row, limits, now);
  return (
    <span title={estimate ? 'The client retries by itself; known when it reports.' : undefined}>
      {estimate ? '≈ ' : ''}
      {made} of {limits.maxRetries + 1}
    </span>
  );
}
