import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { RedrivesView } from '@/components/redrives/redrives-view';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Re-drives' };

export default async function RedrivesPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const search = await searchParams;
  const { group, state, cursor } = search;
  return consolePage({
    permission: 'redrive:read',
    title: 'Re-drives',
    href: '/redrives',
    list: { name: 'redrives', search },
    parts: ['Re-drives'],
    load: () => reads.redrives.load({ group, state, cursor }),
    show: (initial) => <RedrivesView initial={initial} />,
  });
}
