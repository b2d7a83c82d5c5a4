'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { WAY } from '@/components/form/send-action';
import { useAction } from '@/components/form/use-action';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { Button, ButtonLink } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { deleteAlarmChannelAction, testAlarmChannelAction } from '@/lib/console/actions/alarms';
import type { ChannelsPage, ChannelView } from '@/lib/console/operations/alarms/views';
import type { ReadResult } from '@/lib/model/read-result';
import { channelColumns, logColumns } from './channel-columns';
import { ChannelDialog } from './channel-dialog';
import { byName } from '@/lib/model/language/names';
import { t } from '@/lib/model/language/t';

interface Outcome {
  readonly good: boolean;
  readonly text: string;
}

/** Where notifications are sent, and the log of what was sent. */
export function ChannelsView({ initial }: { readonly initial: ReadResult<ChannelsPage> }) {
  const query = useLiveQuery('alarmChannels', {}, { initial, live: { kinds: ['alarm'] } });
  const { items, log } = query.data ?? initial.data;
  const [editing, setEditing] = useState<ChannelView | 'new' | null>(null);
  const [removing, setRemoving] = useState<ChannelView | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const testing = useAction();
  const test = (channel: ChannelView) => {
    setOutcome(null);
    const say = (what: Outcome) => {
      setOutcome(what);
      query.retry();
    };
    testing.run(
      () => testAlarmChannelAction({ id: String(channel.channelId) }),
      (data) => say(outcomeOfTest(channel, data)),
      ({ code, message }) => say({ good: false, text: code === WAY.noAnswer ? unknownTest(channel) : message }),
    );
  };
  const changed = () => {
    // The outcome was that of the channel before the change.
    setOutcome(null);
    query.retry();
  };
  const columns = channelColumns({ pending: testing.pending, onTest: test, onEdit: setEditing, onRemove: setRemoving });
  return (
    <>
      <PageHeader
        title={t('Alarm channels')}
        actions={
          <>
            <ButtonLink href="/alarms">{t('Alarms')}</ButtonLink>
            <Button icon={Plus} variant="primary" onClick={() => setEditing('new')}>
              {t('New channel')}
            </Button>
          </>
        }
      >
        {t(
          `Where alarm notifications are sent. Only https to the public internet is allowed, unless REDRIVE_ALARM_ALLOW
          names an exception.`,
        )}
      </PageHeader>
      {outcome === null ? null : <Banner tone={outcome.good ? 'info' : 'danger'}>{outcome.text}</Banner>}
      <section className="panel">
        <DataTable
          label={t('Alarm channels')}
          lines={2}
          columns={columns}
          rows={items.toSorted(byName)}
          rowId={({ channelId }) => String(channelId)}
          rowQuiet={({ enabled }) => !enabled}
          problem={readProblem(query)}
          empty={
            <EmptyState kind="none-ever">{t('No channels yet. Alarms are shown in the console only.')}</EmptyState>
          }
        />
      </section>
      <section className="panel">
        <header>
          <h2>{t('Delivery log')}</h2>
          <span className="small text-3">{t('last 100, kept for 30 days')}</span>
        </header>
        <DataTable
          label={t('Delivery log')}
          lines={2}
          columns={logColumns(items)}
          rows={log}
          rowId={({ deliveryId }) => String(deliveryId)}
          problem={readProblem(query)}
          empty={<EmptyState kind="none-ever">{t('No notification has been sent yet.')}</EmptyState>}
        />
      </section>
      {editing === null ? null : (
        <ChannelDialog
          editing={editing === 'new' ? null : editing}
          current={editing === 'new' ? null : (items.find((each) => each.channelId === editing.channelId) ?? null)}
          reload={query.retry}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null);
            changed();
          }}
        />
      )}
      {removing === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={t('Remove {name}?', { name: removing.name })}
          confirmLabel={t('Remove {name}', { name: removing.name })}
          danger
          run={({ override }) =>
            deleteAlarmChannelAction({ id: String(removing.channelId), version: removing.version, override })
          }
          onDone={changed}
        >
          {t(
            `The secret and the delivery log are deleted too. Rules that notify every channel keep notifying the
            others.`,
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

function outcomeOfTest(
  { name }: ChannelView,
  { sent, problem }: { readonly sent: boolean; readonly problem: string | null },
): Outcome {
  if (sent) return { good: true, text: t('The test was delivered to {name}.', { name }) };
  return { good: false, text: t('The test to {name} failed: {problem}.', { name, problem: problem ?? t('unknown') }) };
}

function unknownTest({ name }: ChannelView): string {
  return t('It is not known whether the test reached {name}: the server did not respond. See the delivery log.', {
    name,
  });
}
