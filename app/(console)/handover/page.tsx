import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { HandoverView } from '@/components/handover/handover-view';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';

export const metadata: Metadata = { title: 'Handover' };

export default async function HandoverPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const { from, to, group } = await searchParams;
  return consolePage({
    permission: 'group:read',
    title: 'Handover',
    areas: ['now', 'problem'],
    href: '/handover',
    parts: ['Open now', 'What happened'],
    load: () => reads.handover.load({ from, to, group }),
    show: (initial) => <HandoverView packed={pack(initial)} />,
  });
}
