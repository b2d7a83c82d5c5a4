'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { topicHref } from '@/components/parts/names';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { RelativeTime } from '@/components/ui/time';
import type { ProducerView } from '@/lib/console/operations/topics/views';
import { t } from '@/lib/model/language/t';

const columns = (): readonly Column<ProducerView>[] => [
  {
    id: 'host',
    header: t('Host'),
    clip: true,
    cell: ({ host, isConsole }) =>
      isConsole ? <span className="text-2">{t('test messages of the console')}</span> : host,
  },
  { id: 'messages', header: t('Messages'), align: 'end', cell: ({ messages }) => formatCount(messages) },
  { id: 'last', header: t('Last'), align: 'end', cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
];

/** Who sent the newest messages, through any node: read from the messages themselves. */
export function ProducersPanel({ topic }: { readonly topic: string }) {
  const read = useLiveQuery('topicProducers', { topic }, { live: { kinds: ['topic'] } });
  return (
    <section className="panel" aria-label={t('Producers')}>
      <header>
        <h2>{t('Producers')}</h2>
        <span className="small text-3">
          {read.data === undefined || read.data.checkedCount === 0
            ? t('by the messages they sent')
            : t('by the newest {count, plural, one {message} other {# messages}}', { count: read.data.checkedCount })}
        </span>
      </header>
      <DataTable
        label={t('Producers')}
        columns={columns()}
        rows={read.data?.producers}
        rowId={({ host }) => host}
        problem={readProblem(read)}
        empty={
          <EmptyState
            kind="none-in-range"
            title={t('None on record')}
            action={<ButtonLink href={topicHref(topic, 'connect')}>{t('Connect an application')}</ButtonLink>}
          >
            {t('No message is in the log, so no producer is known.')}
          </EmptyState>
        }
      />
    </section>
  );
}
