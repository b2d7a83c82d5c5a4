'use client';

import { Plus } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { Fragment, useCallback, useMemo } from 'react';
import { type Column, readSort, writeSort } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { type UrlParams, useUrlParams } from '@/components/data-table/use-url-params';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { transactionsHref } from '@/components/transactions/transaction.model';
import { Button, ButtonLink } from '@/components/ui/button';
import { DeletionsStrip } from '@/components/deletions/deletions-strip';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { PageHeader } from '@/components/ui/page-header';
import { ReadingValue } from '@/components/ui/reading';
import { SearchBox } from '@/components/filters/search-box';
import { RelativeTime, Time } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { TopicRow, TopicsPage } from '@/lib/console/operations/topics/views';
import { ViewMenu } from '@/components/views/view-menu';
import { usePush } from '@/components/ui/use-push';
import type { ReadResult } from '@/lib/model/read-result';
import { known } from '@/lib/model/reading';
import { NewTopicDialog } from './new-topic-dialog';
import { TestMessageDialog } from './test-message-dialog';
import { topicHref, typeWord } from '@/components/parts/names';
import { ScheduledLink } from './scheduled-link';
import { byName, showTopics } from './topic.model';
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { sentences } from '@/lib/model/language/list';

const GROUPS_SHOWN = 3;

const columnsOf = (): readonly Column<TopicRow>[] => [
  {
    id: 'name',
    header: t('Topic'),
    sortKey: 'name',
    cell: (row) => (
      <Link href={topicHref(row.name)} prefetch={false}>
        <b>{row.name}</b>
      </Link>
    ),
  },
  { id: 'type', header: t('Type'), cell: (row) => <TypeCell row={row} /> },
  { id: 'queues', header: t('Queues'), align: 'end', sortKey: 'queues', cell: (row) => row.queueCount },
  {
    id: 'stored',
    header: t('Messages stored'),
    align: 'end',
    sortKey: 'stored',
    cell: (row) => <ReadingValue reading={row.stored} />,
  },
  { id: 'scheduled', header: t('Scheduled'), cut: true, hideNarrow: true, cell: (row) => <ScheduledLink row={row} /> },
  {
    id: 'last',
    header: t('Last stored'),
    align: 'end',
    sortKey: 'last',
    cell: (row) =>
      row.lastStoredAt === null ? <span className="text-3">—</span> : <RelativeTime at={row.lastStoredAt} />,
  },
  { id: 'groups', header: t('Groups'), cut: true, cell: (row) => <GroupLinks row={row} /> },
  {
    id: 'failover',
    header: t('When throttled'),
    hideNarrow: true,
    cut: true,
    cell: ({ name, failover }) =>
      failover.kind === 'unknown' ? (
        <span title={failover.reason}>
          <UnknownMark /> {t('unknown')}
        </span>
      ) : failover.value === null ? (
        <span className="text-3">—</span>
      ) : (
        <Link href={`/throttling?topic=${encodeURIComponent(name)}`} prefetch={false}>
          {failover.value}
        </Link>
      ),
  },
  {
    id: 'created',
    header: t('Created'),
    hideNarrow: true,
    cell: (row) => (
      <span className="text-2">
        <Time at={row.createdAt} style="day" />
      </span>
    ),
  },
];

function TypeCell({ row }: { readonly row: TopicRow }) {
  const word = <span className="text-2">{typeWord(row.messageType)}</span>;
  if (row.pendingTransactions === null) return word;
  return (
    <span>
      {word}
      {between(',')}
      <Link href={transactionsHref(row.name)} prefetch={false}>
        <Said of={pieces('{count} waiting', { count: <ReadingValue reading={row.pendingTransactions} /> })} />
      </Link>
    </span>
  );
}

function GroupLinks({ row }: { readonly row: TopicRow }) {
  if (row.groups.kind === 'unknown')
    return (
      <span title={row.groups.reason}>
        <UnknownMark /> {t('unknown')}
      </span>
    );
  const names = row.groups.value;
  if (names.length === 0) return <span className="text-3">{t('none subscribed')}</span>;
  const shown = (
    <>
      {names.slice(0, GROUPS_SHOWN).map((name, index) => (
        <Fragment key={name}>
          {index === 0 ? '' : between('、')}
          <Link href={`/groups/${encodeURIComponent(name)}`} prefetch={false}>
            {name}
          </Link>
        </Fragment>
      ))}
    </>
  );
  return (
    <span>
      {names.length > GROUPS_SHOWN ? (
        <Said of={pieces('{names} and {count, number} more', { names: shown, count: names.length - GROUPS_SHOWN })} />
      ) : (
        shown
      )}
    </span>
  );
}

interface TopicDialogsProps {
  readonly url: UrlParams;
  readonly topics: readonly TopicRow[];
  readonly mayCreate: boolean;
  readonly maySend: boolean;
}

/** Opened by the address, so that the palette leads to them. */
function TopicDialogs({ url, topics, mayCreate, maySend }: TopicDialogsProps) {
  if (url.get('new') === '1' && mayCreate) return <NewTopicDialog onClose={() => url.replace({ new: undefined })} />;
  if (url.get('send') === '1' && maySend && topics.length > 0)
    return <TestMessageDialog topics={topics} onClose={() => url.replace({ send: undefined })} />;
  return null;
}

interface TopicsViewProps {
  readonly initial: ReadResult<TopicsPage>;
  readonly mayNotCreate: string | null;
  readonly maySend: boolean;
}

export function TopicsView({ initial, mayNotCreate, maySend }: TopicsViewProps) {
  const url = useUrlParams();
  const push = usePush();
  const { set } = url;
  const topics = useLiveQuery('topics', {}, { initial, live: { kinds: ['topic', 'group'] } });
  const q = url.get('q') ?? '';
  const type = url.get('type') ?? '';
  const sort = readSort(url.get('sort'), byName);
  const all = topics.data?.items;
  const rows = all === undefined ? undefined : showTopics(all, q, type, sort);
  const setSearch = useCallback((text: string) => set({ q: text }), [set]);
  const open = (): void => url.push({ new: '1' });
  useShortcut('c', open, t('New topic'), mayNotCreate === null);
  const columns = useMemo(() => columnsOf(), []);
  const newTopic = (
    <Button variant="primary" icon={Plus} keys="c" disabledReason={mayNotCreate} onClick={open}>
      {t('New topic')}
    </Button>
  );
  const total =
    topics.data === undefined || topics.data.more
      ? {}
      : { total: known(topics.data.items.length, topics.asOf ?? initial.asOf) };

  return (
    <>
      <PageHeader
        title={t('Topics')}
        actions={
          <>
            <ViewMenu list="topics" columns={columns} />
            {newTopic}
          </>
        }
      >
        {all === undefined
          ? t('Topics to which producers send messages.')
          : sentences(
              topics.data?.more === true
                ? t('The first {count, plural, one {# topic} other {# topics}}.', { count: all.length })
                : t('{count, plural, one {# topic} other {# topics}}.', { count: all.length }),
              t('Clients cannot create topics; create them here or through the API.'),
            )}
      </PageHeader>
      <DeletionsStrip kind="topic" />
      <div className="toolbar">
        <SearchBox label={t('Topic or group')} value={q} onChange={setSearch} />
        <FilterSelect
          name={t('type')}
          value={type}
          options={[
            { value: '', label: t('any') },
            { value: 'NORMAL', label: t('normal') },
            { value: 'FIFO', label: t('FIFO') },
            { value: 'DELAY', label: t('delay') },
            { value: 'TRANSACTION', label: t('transaction') },
            { value: 'PRIORITY', label: t('priority') },
            { value: 'LITE', label: t('lite') },
          ]}
          onChange={(value) => set({ type: value })}
        />
      </div>
      <section className="panel">
        <DataTable
          label={t('Topics')}
          columns={columns}
          cols={url.get('cols')}
          rows={rows}
          rowId={(row) => row.name}
          onOpen={(row) => push(topicHref(row.name))}
          openLabel={t('Open the topic')}
          sort={sort}
          onSort={(next) => set({ sort: writeSort(next) })}
          problem={readProblem(topics)}
          empty={
            all?.length === 0 ? (
              <EmptyState kind="none-ever" title={t('No topic yet')} action={newTopic}>
                {t(
                  `Producers need a topic to send to. NORMAL keeps no order; FIFO keeps the order of each message
                  group; DELAY delivers each message at its time; TRANSACTION when its producer commits.`,
                )}
              </EmptyState>
            ) : (
              <EmptyState
                kind="filtered-out"
                action={
                  <ButtonLink href="/topics?view=standard" size="small">
                    {t('Remove filters')}
                  </ButtonLink>
                }
              >
                {t('None of {count, plural, one {# topic} other {# topics}} matches.', { count: all?.length ?? 0 })}
              </EmptyState>
            )
          }
          footer={<TableFooter shown={rows?.length ?? 0} {...total} tookMs={topics.tookMs} asOf={topics.asOf} />}
        />
      </section>
      <TopicDialogs url={url} topics={all ?? []} mayCreate={mayNotCreate === null} maySend={maySend} />
    </>
  );
}
