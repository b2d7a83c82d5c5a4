import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { BrokersView } from '@/components/clusters/brokers/brokers-view';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
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
    areas: ['clusters', 'throttling'],
    load: async (principal) => ({
      initial: await reads.clusterBrokers.load({ workspace }),
      mayNotChange: await mayNotChange(principal, 'topic:write', workspace),
    }),
    show: (page) => <BrokersView {...page} />,
  });
}
