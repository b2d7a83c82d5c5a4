'use client';

import { useMemo } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { failureColumns } from './failure-columns';
import { FindBar } from './find-bar';
import { FoundPanel } from './found-panel';
import { useCopyKeys } from './use-copy-keys';
import { loadMessagePeek, MessagePeek } from './message-peek';
import { foundColumns } from './found-columns';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { PageHeader } from '@/components/ui/page-header';
import type { FoundPage } from '@/lib/console/operations/messages/views';
import { ViewMenu } from '@/components/views/view-menu';
import type { ReadData } from '@/lib/console/reads/registry';
import type { ReadResult } from '@/lib/model/read-result';
import { Beside } from '@/components/messages/beside';
import { messageHref } from '@/components/parts/names';
import { t } from '@/lib/model/language/t';

type MessagesPage = ReadData<'messages'>;

interface MessagesViewProps {
  readonly initial: ReadResult<MessagesPage>;
  readonly initialFound: ReadResult<FoundPage>;
}

/** A search over everything that is kept; before one, what failed lately. */
export function MessagesView({ initial, initialFound }: MessagesViewProps) {
  const url = useUrlParams();
  const peeked = url.get('peek');
  const searched = {
    q: url.get('q') ?? url.get('key') ?? url.get('id') ?? '',
    property: url.get('property') ?? '',
    topic: url.get('topic') ?? '',
    from: url.get('from') ?? '',
    to: url.get('to') ?? '',
    state: url.get('state') ?? '',
  };
  const asks = searched.q !== '' || searched.property !== '' || searched.topic !== '';
  return (
    <Beside
      load={loadMessagePeek}
      pane={
        peeked === undefined ? null : (
          <MessagePeek key={peeked} messageId={peeked} onClose={() => url.replace({ peek: undefined })} />
        )
      }
    >
      <PageHeader
        title={t('Messages')}
        actions={
          <ViewMenu
            list="messages"
            columns={asks ? foundColumns({ oneTopic: searched.topic !== '' }) : failureColumns()}
          />
        }
      >
        {t('Find a message in any state by its ID, a key or a property.')}
      </PageHeader>
      <FindBar url={url} searched={searched} topics={initial.data.topics} />
      {asks ? <FoundPanel url={url} searched={searched} initial={initialFound} /> : <FailedLately initial={initial} />}
    </Beside>
  );
}

function FailedLately({ initial }: { readonly initial: ReadResult<MessagesPage> }) {
  const url = useUrlParams();
  const group = url.get('group') ?? '';
  const recent = useLiveQuery(
    'messages',
    { group },
    { initial, live: { kinds: ['message', 'dead-letter', 'redrive'] } },
  );
  const copyKeys = useCopyKeys();
  const columns = useMemo(() => failureColumns(), []);
  const data = recent.data ?? initial.data;
  const peeked = url.get('peek');
  const peekedRow = data.items.find(({ messageId }) => messageId !== null && messageId === peeked);
  const groups = [{ value: '', label: t('any') }, ...data.groups.map((name) => ({ value: name, label: name }))];
  return (
    <>
      <section className="panel">
        <header>
          <h2>{t('Recent failures')}</h2>
          <span className="small text-2">{t('last failed attempt per message and group, newest first')}</span>
          <span className="panel-end">
            <FilterSelect
              name={t('group')}
              value={group}
              options={groups}
              onChange={(value) => url.set({ group: value })}
            />
          </span>
        </header>
        <DataTable
          label={t('Messages that failed recently')}
          columns={columns}
          rowKeys={copyKeys}
          cols={url.get('cols')}
          rows={recent.data?.items}
          rowId={(row) => String(row.eventId)}
          rowHref={(row) => messageHref(row.messageId ?? '', row.group)}
          onPeek={({ messageId }) => (peeked === undefined ? url.push : url.replace)({ peek: messageId ?? undefined })}
          peekedId={peekedRow === undefined ? undefined : String(peekedRow.eventId)}
          rowQuiet={(row) => row.now === null}
          problem={readProblem(recent)}
          empty={
            group === '' ? (
              <EmptyState kind="none-ever" title={t('No failures on record')}>
                {t('None of the newest {count, number} state changes is a failure.', { count: data.lookedThrough })}
              </EmptyState>
            ) : (
              <EmptyState
                kind="filtered-out"
                action={
                  <ButtonLink href="/messages?view=standard" size="small">
                    {t('Show all groups')}
                  </ButtonLink>
                }
              >
                {t('No failure of {group} among the newest {count, number} state changes of all groups.', {
                  ...{ group, count: data.lookedThrough },
                })}
              </EmptyState>
            )
          }
          footer={<TableFooter shown={recent.data?.items.length ?? 0} tookMs={recent.tookMs} asOf={recent.asOf} />}
        />
      </section>
      <p className="small text-3">
        {t(
          `Searched the newest {count, number} state changes. For older failures, see the dead letters and the retries
          of each group.`,
          { count: data.lookedThrough },
        )}
      </p>
    </>
  );
}
