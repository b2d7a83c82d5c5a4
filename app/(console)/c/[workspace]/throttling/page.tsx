import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { LoadView } from '@/components/clusters/load/load-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';

export const metadata: Metadata = { title: 'Throttling' };

export default async function ClusterThrottlingPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'group:read',
    title: 'Throttling',
    areas: ['throttling'],
    href: inWorkspace(workspace, '/throttling'),
    parts: ['Brokers', 'Proxies'],
    load: () => reads.clusterLoad.load({ workspace }),
    show: (initial) => <LoadView initial={initial} />,
  });
}
