'use client';

import { CauseSeen } from '@/components/ui/cause-seen';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { messageHref } from '@/components/parts/names';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { ReadingValue } from '@/components/ui/reading';
import { Tag } from '@/components/ui/tag';
import { AsOf, RelativeTime, Time } from '@/components/ui/time';
import type { BroadcastFailureView, BroadcastMemberView } from '@/lib/console/operations/groups/views';
import type { GroupOverview } from '@/lib/console/operations/groups/views';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

type Broadcast = NonNullable<GroupOverview['broadcast']>;

/** Each client of a broadcast group with its own position, and what failed at them. */
export function BroadcastOverview({ group, broadcast }: { readonly group: string; readonly broadcast: Broadcast }) {
  return (
    <>
      <Members members={broadcast.members} />
      <Failures group={group} failures={broadcast.failures} />
    </>
  );
}

const memberColumns = (): readonly Column<BroadcastMemberView>[] => [
  {
    id: 'client',
    header: t('Client'),
    cut: true,
    cell: ({ client, connected }) => (
      <span>
        {client} {connected ? null : <Tag>{t('disconnected')}</Tag>}
      </span>
    ),
  },
  { id: 'backlog', header: t('Backlog'), align: 'end', cell: ({ backlog }) => <ReadingValue reading={backlog} /> },
  {
    id: 'inFlight',
    header: t('In flight'),
    align: 'end',
    hideNarrow: true,
    cell: ({ inFlight }) => formatCount(inFlight),
  },
  {
    id: 'delivered',
    header: t('Consumed'),
    align: 'end',
    cell: ({ delivered }) => <ReadingValue reading={delivered} />,
  },
  { id: 'failed', header: t('Failed'), align: 'end', cell: ({ failed }) => <ReadingValue reading={failed} /> },
  {
    id: 'since',
    header: t('Consuming since'),
    align: 'end',
    hideNarrow: true,
    cell: ({ since }) => <Time at={since} style="day-clock" />,
  },
  { id: 'seen', header: t('Last seen'), align: 'end', cell: ({ lastSeen }) => <RelativeTime at={lastSeen} /> },
];

function Members({ members }: { readonly members: Broadcast['members'] }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('Clients, each with its own offset')}</h2>
        {members.kind === 'unknown' ? null : (
          <span className="panel-end">
            <AsOf at={members.asOf} />
          </span>
        )}
      </header>
      <DataTable
        label={t('Clients of the broadcast group')}
        columns={memberColumns()}
        rows={members.kind === 'unknown' ? undefined : members.value.items}
        rowId={(row) => row.client}
        rowQuiet={(row) => !row.connected}
        problem={
          members.kind === 'unknown' ? (
            <EmptyState kind="could-not-load">
              {t('The clients could not be loaded: {reason}.', { reason: members.reason })}
            </EmptyState>
          ) : null
        }
        empty={
          <EmptyState kind="none-ever" title={t('No client yet')}>
            {t(
              `A client gets the messages sent after it started. Messages sent while no client is known are never
              delivered.`,
            )}
          </EmptyState>
        }
        footer={
          members.kind === 'unknown' ? null : (
            <div className="panel-body small text-3">
              {sentences(
                members.value.total > members.value.items.length
                  ? t('The {shown, number} clients seen last, of {total, number}.', {
                      shown: members.value.items.length,
                      total: members.value.total,
                    })
                  : t('{count, plural, one {# client} other {# clients}}.', { count: members.value.total }),
                t(
                  `Consumed and failed cover the time for which history is kept; last seen is accurate to one minute,
                  over all processes.`,
                ),
              )}
            </div>
          )
        }
      />
    </section>
  );
}

const failureColumns = (): readonly Column<BroadcastFailureView>[] => [
  { id: 'at', header: t('Time'), cell: ({ at }) => <Time at={at} /> },
  {
    id: 'id',
    header: t('Message'),
    cell: ({ messageId }) => messageId ?? <span className="text-3">{t('not kept any more')}</span>,
  },
  {
    id: 'why',
    header: t('Failure'),
    cut: true,
    cell: ({ errorType, errorMessage, cause, reportOfAnyone }) =>
      errorType === null ? (
        <span className="text-2">
          {t('cause not reported')}
          <CauseSeen cause={cause} />
        </span>
      ) : (
        <span>
          <b>{errorType}</b> <span className="text-2">{errorMessage?.split('\n', 1)[0]?.slice(0, 160)}</span>
          {reportOfAnyone ? <span className="small text-3"> {t('(one of the clients)')}</span> : null}
        </span>
      ),
  },
  { id: 'client', header: t('Client'), cut: true, hideNarrow: true, cell: ({ client }) => client },
];

function Failures({ group, failures }: { readonly group: string; readonly failures: Broadcast['failures'] }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('Failed, not retried')}</h2>
        <span className="small text-3">{t('newest first')}</span>
      </header>
      <DataTable
        label={t('Failed deliveries')}
        columns={failureColumns()}
        rows={failures.kind === 'unknown' ? undefined : failures.value}
        rowId={(row) => String(row.eventId)}
        rowHref={(row) => messageHref(row.messageId ?? '', group)}
        problem={
          failures.kind === 'unknown' ? (
            <EmptyState kind="could-not-load">
              {t('The failures could not be loaded: {reason}.', { reason: failures.reason })}
            </EmptyState>
          ) : null
        }
        empty={
          <EmptyState kind="none-in-range" title={t('No failures')}>
            {t('No delivery of this group is among the newest failures on record.')}
          </EmptyState>
        }
      />
    </section>
  );
}
