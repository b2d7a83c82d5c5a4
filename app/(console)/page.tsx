import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { NowView } from '@/components/now/now-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Now' };

export default function NowPage() {
  return consolePage({
    permission: 'group:read',
    title: 'Now',
    href: '/',
    parts: ['Open problems', 'Groups', 'Upcoming losses', 'Checked and fine'],
    load: () => reads.problems.load({}),
    show: (initial, principal) => <NowView initial={initial} mayNotCreate={reasonAgainst(principal, 'group:write')} />,
  });
}
