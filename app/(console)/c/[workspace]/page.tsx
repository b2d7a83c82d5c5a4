import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { NowView } from '@/components/now/now-view';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';

export const metadata: Metadata = { title: 'Now' };

/** What needs an operator in an attached cluster. */
export default async function ClusterNowPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'group:read',
    title: 'Now',
    href: inWorkspace(workspace, ''),
    parts: ['Open problems', 'Groups', 'Upcoming losses', 'Checked and fine'],
    load: async (principal) => ({
      initial: await reads.problems.load({ workspace }),
      mayNotCreate: await mayNotChange(principal, 'group:write', workspace),
    }),
    show: (page) => <NowView {...page} />,
  });
}
