'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { EmptyState } from '@/components/ui/empty-state';
import type { ReadData } from '@/lib/console/reads/registry';
import { clientColumn } from '../client-column';
import { t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

type Producers = ReadData<'brokerProducers'>;

/** Connected producers as brokers report them: 4.x producers alone. */
export function BrokerProducers() {
  const read = useLiveQuery('brokerProducers', {}, { live: { kinds: ['sample'] } });
  return (
    <section className="panel" aria-label={t('Producers')}>
      <header>
        <h2>{t('4.x producers')}</h2>
        <span className="small text-3">{read.data === undefined ? t('connected now') : wordsOf(read.data)}</span>
      </header>
      <DataTable
        label={t('4.x producers')}
        columns={columnsOf()}
        rows={read.data?.items}
        rowId={({ group, clientId }) => `${group} ${clientId}`}
        problem={readProblem(read)}
        empty={
          <EmptyState kind="none-in-range" title={t('No 4.x producer is connected')}>
            {t('5.x producers send through proxies, which keep no list of them.')}
          </EmptyState>
        }
      />
    </section>
  );
}

function wordsOf({ answered, silent }: Producers): string {
  if (silent.length === 0) return t('connected now; proxies keep no list of 5.x producers');
  return t('incomplete: {answered, number} of {all, plural, one {# broker} other {# brokers}} responded', {
    ...{ answered: answered.length, all: answered.length + silent.length },
  });
}

const columnsOf = (): readonly Column<Producers['items'][number]>[] => [
  { id: 'group', header: t('Producer group'), cut: true, cell: ({ group }) => <b>{group}</b> },
  clientColumn(),
  { id: 'address', header: t('Address'), hideNarrow: true, cell: ({ address }) => address },
  { id: 'sdk', header: 'SDK', cell: ({ language, version }) => `${language} ${version}` },
  { id: 'brokers', header: t('Known to'), cut: true, hideNarrow: true, cell: ({ brokers }) => enumerated(brokers) },
];
