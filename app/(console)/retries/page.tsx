import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { RetriesView } from '@/components/retries/retries-view';
import { reads } from '@/lib/console/reads/registry';
import { RETRY_FILTERS } from '@/lib/model/list-view';
import { pack } from '@/lib/model/packed';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Retries');

export default async function RetriesPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const search = await searchParams;
  const filters = Object.fromEntries(RETRY_FILTERS.map((name) => [name, search[name]]));
  return consolePage({
    permission: 'group:read',
    title: msg('Retries'),
    areas: ['messages', 'retries'],
    href: '/retries',
    list: { name: 'retries', search },
    parts: [msg('Retry forecast'), msg('Waiting to be retried')],
    load: () =>
      Promise.all([
        reads.retries.load({ ...filters, cursor: search['cursor'] }),
        reads.retryTide.load({ ahead: search['ahead'] }),
      ]),
    show: ([retries, forecast]) => <RetriesView packed={pack({ retries, forecast })} />,
  });
}
