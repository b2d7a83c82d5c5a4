import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { RedrivesView } from '@/components/redrives/redrives-view';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Re-drives');

export default async function RedrivesPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const search = await searchParams;
  const { group, state, cursor } = search;
  return consolePage({
    permission: 'redrive:read',
    title: msg('Re-drives'),
    href: '/redrives',
    list: { name: 'redrives', search },
    parts: [msg('Re-drives')],
    areas: ['redrives'],
    load: () => reads.redrives.load({ group, state, cursor }),
    show: (initial) => <RedrivesView initial={initial} />,
  });
}
