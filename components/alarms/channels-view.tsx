'use client';

import { Plus, Send } from 'lucide-react';
import { useState, useTransition } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { Button, ButtonLink } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Countdown, Time } from '@/components/ui/time';
import { deleteAlarmChannelAction, testAlarmChannelAction } from '@/lib/console/actions/alarm-channels';
import type { ChannelsPage, ChannelView, DeliveryView } from '@/lib/console/queries/alarm-channels';
import type { ReadResult } from '@/lib/model/read-result';
import styles from './alarms.module.css';
import { ChannelDialog, KIND_WORDS } from './channel-dialog';

/** Whom alarms are told to, and what was told. */
export function ChannelsView({ initial }: { readonly initial: ReadResult<ChannelsPage> }) {
  const query = useLiveQuery<ChannelsPage>({ url: '/api/console/alarm-channels', initial, live: { kinds: ['alarm'] } });
  const { items, log } = query.data ?? initial.data;
  const [editing, setEditing] = useState<ChannelView | 'new' | null>(null);
  const [removing, setRemoving] = useState<ChannelView | null>(null);
  const [outcome, setOutcome] = useState<{ readonly good: boolean; readonly text: string } | null>(null);
  const [pending, startTransition] = useTransition();
  const test = ({ channelId, name }: ChannelView) =>
    startTransition(async () => {
      const result = await testAlarmChannelAction({ channelId });
      if (!result.ok) setOutcome({ good: false, text: result.error.message });
      else if (result.data.sent) setOutcome({ good: true, text: `${name} took the test.` });
      else setOutcome({ good: false, text: `${name} did not take the test: ${result.data.problem ?? 'unknown'}.` });
      query.retry();
    });
  const columns: readonly Column<ChannelView>[] = [
    { id: 'name', header: 'Channel', wrap: true, cell: ({ name }) => <b>{name}</b> },
    { id: 'kind', header: 'Kind', hideNarrow: true, cell: ({ kind }) => KIND_WORDS[kind] },
    {
      id: 'where',
      header: 'Where',
      wrap: true,
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
      align: 'end',
      wrap: true,
      cell: (channel) => (
        <span className={styles.buttons}>
          <Button size="small" icon={Send} pending={pending} onClick={() => test(channel)}>
            Send a test
          </Button>
          <Button size="small" variant="ghost" onClick={() => setEditing(channel)}>
            Edit…
          </Button>
          <Button size="small" variant="ghost" onClick={() => setRemoving(channel)}>
            Remove…
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Alarm channels"
        actions={
          <>
            <ButtonLink href="/alarms">Alarms</ButtonLink>
            <Button icon={Plus} variant="primary" onClick={() => setEditing('new')}>
              New channel
            </Button>
          </>
        }
      >
        Where alarms are told. Only https to the public internet, unless REDRIVE_ALARM_ALLOW names an exception.
      </PageHeader>
      {outcome === null ? null : <Banner tone={outcome.good ? 'info' : 'danger'}>{outcome.text}</Banner>}
      <section className="panel">
        <DataTable
          label="Alarm channels"
          columns={columns}
          rows={items}
          rowId={({ channelId }) => String(channelId)}
          rowQuiet={({ enabled }) => !enabled}
          problem={query.error === null ? null : <ReadProblem error={query.error} onRetry={query.retry} />}
          empty={<EmptyState kind="none-ever">There is no channel: alarms show in the console only.</EmptyState>}
        />
      </section>
      <section className="panel">
        <header>
          <h2>Delivery log</h2>
          <span className="small text-3">the last 100; kept for 30 days</span>
        </header>
        <DataTable
          label="Delivery log"
          columns={logColumns(items)}
          rows={log}
          rowId={({ deliveryId }) => String(deliveryId)}
          empty={<EmptyState kind="none-ever">Nothing was told yet.</EmptyState>}
        />
      </section>
      {editing === null ? null : (
        <ChannelDialog
          editing={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null);
            query.retry();
          }}
        />
      )}
      {removing === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={`Remove ${removing.name}?`}
          confirmLabel={`Remove ${removing.name}`}
          danger
          run={() => deleteAlarmChannelAction({ channelId: removing.channelId, version: removing.version })}
          onDone={query.retry}
        >
          Its secret and its log go with it. Rules that tell every channel tell the others.
        </ConfirmDialog>
      )}
    </>
  );
}

const STATE_WORDS = { pending: 'tried again', sent: 'told', 'given-up': 'given up' } as const;

function logColumns(channels: readonly ChannelView[]): readonly Column<DeliveryView>[] {
  const names = new Map(channels.map(({ channelId, name }) => [channelId, name]));
  return [
    { id: 'at', header: 'At', cell: ({ createdAt }) => <Time at={createdAt} style="day-clock" /> },
    { id: 'channel', header: 'Channel', cell: ({ channelId }) => names.get(channelId) ?? '—' },
    { id: 'title', header: 'What', wrap: true, cell: ({ title }) => title },
    {
      id: 'state',
      header: 'Outcome',
      wrap: true,
      cell: ({ state, attempts, problem, nextAt, triedAt }) => (
        <span className="col col-tight">
          <span>
            {state === 'pending' && triedAt === null ? 'under way' : STATE_WORDS[state]}
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
