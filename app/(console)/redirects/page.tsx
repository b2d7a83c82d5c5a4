import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { RedirectsView } from '@/components/redirects/redirects-view';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Redirects');

export default async function RedirectsPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const { group } = await searchParams;
  return consolePage({
    permission: 'redrive:read',
    title: msg('Redirects'),
    areas: ['dead-letters'],
    href: '/redirects',
    parts: [msg('Redirects')],
    load: () => reads.redirects.load({ group }),
    show: (initial) => <RedirectsView initial={initial} />,
  });
}
