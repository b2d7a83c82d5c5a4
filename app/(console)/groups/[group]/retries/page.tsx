import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { groupHref } from '@/components/parts/names';
import { RetriesView } from '@/components/retries/retries-view';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { RETRY_FILTERS } from '@/lib/model/list-view';
import { pack } from '@/lib/model/packed';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Retries');

interface GroupRetriesPageProps {
  readonly params: Promise<{ group: string }>;
  readonly searchParams: SearchParams;
}

export default async function GroupRetriesPage({ params, searchParams }: GroupRetriesPageProps) {
  const group = segmentName((await params).group);
  const search = await searchParams;
  const filters = Object.fromEntries(RETRY_FILTERS.map((name) => [name, search[name]]));
  return consolePage({
    permission: 'group:read',
    title: msg('Retries'),
    areas: ['messages', 'retries'],
    href: groupHref(group, 'retries'),
    framed: true,
    list: { name: 'retries', search },
    parts: [msg('Retry forecast'), msg('Waiting to be retried')],
    load: () =>
      orNotFound(
        Promise.all([
          reads.retries.load({ ...filters, group, cursor: search['cursor'] }),
          reads.retryTide.load({ group, ahead: search['ahead'] }),
        ]),
      ),
    show: ([retries, forecast]) => <RetriesView packed={pack({ retries, forecast })} group={group} />,
  });
}
