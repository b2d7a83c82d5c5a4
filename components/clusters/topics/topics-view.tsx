'use client';

import { Plus } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { useCallback, useMemo } from 'react';
import { type Column, readSort, writeSort } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { SearchBox } from '@/components/filters/search-box';
import { usePush } from '@/components/ui/use-push';
import { atLeast, known } from '@/lib/model/reading';
import type { ReadData } from '@/lib/console/reads/registry';
import type { ReadResult } from '@/lib/model/read-result';
import { BrokersBanner } from '@/components/clusters/brokers-banner';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { NewTopicDialog } from '@/components/topics/new-topic-dialog';
import { topicHref, typeWord } from '@/components/parts/names';
import { Button } from '@/components/ui/button';
import { byName } from '@/lib/model/language/names';
import { hasWords } from '@/lib/model/language/search';
import { t } from '@/lib/model/language/t';
import { listOf, sentences } from '@/lib/model/language/list';
import { OnBrokers } from './on-brokers';
import { queuesOf, rightsWords } from './topic-words.model';

type Topics = ReadData<'brokerTopics'>;
type TopicRow = Topics['topics'][number];

/** The topics of an attached cluster, as each broker has them. */
interface BrokerTopicsProps {
  readonly initial: ReadResult<Topics>;
  /** Null: topics may be created; else why not. */
  readonly mayNotCreate: string | null;
}

export function BrokerTopics({ initial, mayNotCreate }: BrokerTopicsProps) {
  const push = usePush();
  const url = useUrlParams();
  const { set } = url;
  const query = useLiveQuery('brokerTopics', {}, { initial, live: { kinds: ['topic'] } });
  const { topics, answered, silent, asOf } = query.data ?? initial.data;
  const q = url.get('q') ?? '';
  const sort = readSort(url.get('sort'), { key: 'name', descending: false });
  const rows = useMemo(() => shownOf(topics, q, sort), [topics, q, sort]);
  const setSearch = useCallback((text: string) => set({ q: text }), [set]);
  const open = (): void => url.push({ new: '1' });
  useShortcut('c', open, t('New topic'), mayNotCreate === null);
  const differ = topics.filter(({ differs, missingOn }) => differs || missingOn.length > 0).length;
  return (
    <>
      <PageHeader
        title={t('Topics')}
        actions={
          <Button variant="primary" icon={Plus} keys="c" disabledReason={mayNotCreate} onClick={open}>
            {t('New topic')}
          </Button>
        }
      >
        {sentences(
          silent.length === 0
            ? t('{count, plural, one {# topic} other {# topics}}.', { count: topics.length })
            : t('{count, plural, one {# topic} other {# topics}} on the brokers that responded.', {
                count: topics.length,
              }),
          differ === 0
            ? ''
            : t('{count, plural, one {# topic differs} other {# topics differ}} between brokers.', { count: differ }),
        )}
      </PageHeader>
      <BrokersBanner answered={answered.length} silent={silent} />
      <div className="toolbar">
        <SearchBox label={t('Topic')} value={q} onChange={setSearch} />
      </div>
      <section className="panel">
        <DataTable
          label={t('Topics')}
          columns={columnsOf()}
          rows={rows}
          rowId={({ name }) => name}
          onOpen={({ name }) => push(topicHref(name))}
          openLabel={t('Open the topic')}
          sort={sort}
          onSort={(next) => set({ sort: writeSort(next) })}
          problem={readProblem(query)}
          empty={
            topics.length > 0 ? (
              <EmptyState kind="filtered-out">{t('No topic has “{text}” in its name.', { text: q })}</EmptyState>
            ) : (
              <EmptyState kind="none-ever" title={t('No topic yet')}>
                {t('No broker that responded has a topic created by users.')}
              </EmptyState>
            )
          }
          footer={
            <TableFooter
              shown={rows.length}
              total={silent.length === 0 ? known(topics.length, asOf) : atLeast(topics.length, asOf)}
              tookMs={query.tookMs}
              asOf={query.asOf}
            />
          }
        />
      </section>
      <p className="small text-3 prose">
        {t(
          `Topics that brokers and clients create for themselves are left out: retries, dead letters, traces. The page of
          a topic counts its messages.`,
        )}
      </p>
      {url.get('new') === '1' && mayNotCreate === null ? (
        <NewTopicDialog onClose={() => url.replace({ new: undefined })} />
      ) : null}
    </>
  );
}

function shownOf(topics: readonly TopicRow[], q: string, { key, descending }: ReturnType<typeof readSort>): TopicRow[] {
  const found = topics.filter(({ name }) => hasWords(name, q));
  const rows = found.toSorted(
    (one, other) => (key === 'queues' ? queuesOf(one) - queuesOf(other) : 0) || byName(one, other),
  );
  return descending ? rows.toReversed() : rows;
}

const columnsOf = (): readonly Column<TopicRow>[] => [
  {
    id: 'name',
    header: t('Topic'),
    sortKey: 'name',
    cut: true,
    cell: ({ name }) => (
      <Link href={topicHref(name)} prefetch={false}>
        <b>{name}</b>
      </Link>
    ),
  },
  {
    id: 'type',
    header: t('Type'),
    cell: ({ parts }) => listOf([...new Set(parts.map(({ messageType }) => typeWord(messageType)))]),
  },
  { id: 'queues', header: t('Queues'), align: 'end', sortKey: 'queues', cell: (topic) => queuesOf(topic) },
  {
    id: 'brokers',
    header: t('On the brokers'),
    cut: true,
    cell: (topic) => <OnBrokers topic={topic} />,
  },
  {
    id: 'rights',
    header: t('Permissions'),
    hideNarrow: true,
    cell: ({ parts }) => <span className="text-2">{rightsWords(parts)}</span>,
  },
];
