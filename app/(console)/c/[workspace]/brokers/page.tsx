import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { BrokersView } from '@/components/clusters/brokers/brokers-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';

export const metadata: Metadata = { title: 'Brokers' };

export default async function ClusterBrokersPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'group:read',
    title: 'Brokers',
    href: inWorkspace(workspace, '/brokers'),
    parts: ['Brokers', 'Name servers', 'Settings'],
    load: () => reads.clusterBrokers.load({ workspace }),
    show: (initial) => <BrokersView initial={initial} />,
  });
}
