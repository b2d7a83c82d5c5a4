import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { NowView } from '@/components/now/now-view';
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
    parts: ['Needs you', 'Groups', 'Lost next', 'Checked and fine'],
    load: () => reads.problems.load({ workspace }),
    show: (initial) => <NowView initial={initial} mayNotCreate="Groups of a cluster are created by its clients." />,
  });
}
