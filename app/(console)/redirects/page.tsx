import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { RedirectsView } from '@/components/redirects/redirects-view';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Redirects' };

export default async function RedirectsPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const { group } = await searchParams;
  return consolePage({
    permission: 'redrive:read',
    title: 'Redirects',
    href: '/redirects',
    parts: ['Redirects'],
    load: () => reads.redirects.load({ group }),
    show: (initial) => <RedirectsView initial={initial} />,
  });
}
