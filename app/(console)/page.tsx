import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { pastPage } from '@/app/(console)/past-page';
import { NowView } from '@/components/now/now-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Now' };

export default async function NowPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const { asOf } = await searchParams;
  if (asOf !== undefined) return pastPage({ title: 'Now', href: '/', asOf });
  return consolePage({
    permission: 'group:read',
    title: 'Now',
    href: '/',
    parts: ['Open problems', 'Groups', 'Upcoming losses', 'Checked and fine'],
    load: () => reads.problems.load({}),
    show: (initial, principal) => <NowView initial={initial} mayNotCreate={reasonAgainst(principal, 'group:write')} />,
  });
}
