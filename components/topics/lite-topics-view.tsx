'use client';

import { useCallback } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { DensityToggle } from '@/components/data-table/density-toggle';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { SearchBox } from '@/components/filters/search-box';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { groupHref } from '@/components/parts/names';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/time';
import type { LiteTopicsPage } from '@/lib/console/operations/topics/views';
import { enumerated } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';
import type { ReadResult } from '@/lib/model/read-result';
import { countedWords, type LiteRow, liteRows } from './lite-topics.model';

const none = <span className="text-3">—</span>;

/** Lite topics of a LITE topic, who receives each, and what waits. */
export function LiteTopicsView({ initial }: { readonly initial: ReadResult<LiteTopicsPage> }) {
  const { topic } = initial.data;
  const url = useUrlParams();
  const [find = '', cursor] = [url.get('find'), url.get('cursor')];
  const page = useLiveQuery('liteTopics', { topic, find, cursor }, { initial, live: { kinds: ['topic', 'client'] } });
  const { items, nextCursor } = page.data ?? initial.data;
  const { set } = url;
  const search = useCallback((text: string) => set({ find: text }), [set]);
  return (
    <>
      <div className="toolbar">
        <SearchBox label={t('Lite topic begins with')} value={find} onChange={search} />
        <DensityToggle />
      </div>
      <section className="panel">
        <DataTable
          label={t('Lite topics')}
          columns={columns()}
          rows={liteRows(items)}
          rowId={({ name, reader }) => `${name} ${reader?.group ?? ''}`}
          problem={readProblem(page)}
          empty={
            <EmptyState kind="none-in-range" title={find === '' ? t('No lite topics yet') : t('No lite topic found')}>
              {t('A lite topic exists from its first message until its newest message expires.')}
            </EmptyState>
          }
          footer={<TableFooter shown={items.length} nextCursor={nextCursor} tookMs={page.tookMs} asOf={page.asOf} />}
        />
      </section>
    </>
  );
}

const columns = (): readonly Column<LiteRow>[] => [
  { id: 'name', header: t('Lite topic'), fixed: true, cell: ({ name }) => <code>{name}</code> },
  { id: 'newest', header: t('Newest message'), cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
  {
    id: 'group',
    header: t('Group'),
    cell: ({ reader }) => (reader === null ? none : <Link href={groupHref(reader.group)}>{reader.group}</Link>),
  },
  {
    id: 'waiting',
    header: t('Not delivered'),
    align: 'end',
    cell: ({ reader }) => (reader === null ? none : countedWords(reader.waiting)),
  },
  {
    id: 'retries',
    header: t('Waiting retry'),
    align: 'end',
    cell: ({ reader }) => (reader === null ? none : countedWords(reader.retries)),
  },
  {
    id: 'clients',
    header: t('Subscribers'),
    hideNarrow: true,
    cut: true,
    cell: ({ reader }) =>
      reader === null || reader.clients === 0 ? none : `${reader.clients} · ${enumerated(reader.clientNames)}`,
  },
];
