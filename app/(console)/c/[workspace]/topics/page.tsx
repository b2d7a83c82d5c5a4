import { consolePage } from '@/app/(console)/console-page';
import { BrokerTopics } from '@/components/clusters/topics/topics-view';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Topics');

export default async function ClusterTopicsPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'topic:read',
    title: msg('Topics'),
    areas: ['topics', 'clusters'],
    href: inWorkspace(workspace, '/topics'),
    parts: [msg('Topics')],
    load: async (principal) => ({
      initial: await reads.brokerTopics.load({ workspace }),
      mayNotCreate: await mayNotChange(principal, 'topic:write', workspace),
    }),
    show: (page) => <BrokerTopics {...page} />,
  });
}
