'use client';

import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { PageHeader } from '@/components/ui/page-header';
import type { ReadData } from '@/lib/console/reads/registry';
import type { ReadResult } from '@/lib/model/read-result';
import { LoadCharts } from './load-charts';
import { loadWords } from '../load.model';
import { PeersPanel } from './peers-panel';
import { BrokerProducers } from './producers-panel';
import { Watermarks } from './watermarks';
import { t } from '@/lib/model/language/t';

/** How much each broker has to do, and from where on it refuses: read from the brokers every few seconds. */
export function LoadView({ initial }: { readonly initial: ReadResult<ReadData<'clusterLoad'>> }) {
  const query = useLiveQuery('clusterLoad', {}, { initial, live: { kinds: ['sample'] } });
  const peers = (query.data ?? initial.data).items;
  return (
    <>
      <PageHeader title={t('Throttling')}>{loadWords(peers)}</PageHeader>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <LoadCharts />
      <Watermarks peers={peers} asOf={query.asOf ?? initial.asOf} />
      <PeersPanel peers={peers} />
      <BrokerProducers />
    </>
  );
}
