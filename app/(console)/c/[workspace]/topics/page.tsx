import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { BrokerTopics } from '@/components/clusters/topics/topics-view';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';

export const metadata: Metadata = { title: 'Topics' };

export default async function ClusterTopicsPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'topic:read',
    title: 'Topics',
    href: inWorkspace(workspace, '/topics'),
    parts: ['Topics'],
    load: async (principal) => ({
      initial: await reads.brokerTopics.load({ workspace }),
      mayNotCreate: await mayNotChange(principal, 'topic:write', workspace),
    }),
    show: (page) => <BrokerTopics {...page} />,
  });
}
