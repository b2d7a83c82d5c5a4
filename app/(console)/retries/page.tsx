import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { RetriesView } from '@/components/retries/retries-view';
import { reads } from '@/lib/console/reads/registry';
import { RETRY_FILTERS } from '@/lib/model/list-view';
import { pack } from '@/lib/model/packed';

export const metadata: Metadata = { title: 'Retries' };

export default async function RetriesPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const search = await searchParams;
  const filters = Object.fromEntries(RETRY_FILTERS.map((name) => [name, search[name]]));
  return consolePage({
    permission: 'group:read',
    title: 'Retries',
    areas: ['messages', 'retries'],
    href: '/retries',
    list: { name: 'retries', search },
    parts: ['Retry forecast', 'Waiting to be retried'],
    load: () =>
      Promise.all([
        reads.retries.load({ ...filters, cursor: search['cursor'] }),
        reads.retryTide.load({ ahead: search['ahead'] }),
      ]),
    show: ([retries, forecast]) => <RetriesView packed={pack({ retries, forecast })} />,
  });
}
