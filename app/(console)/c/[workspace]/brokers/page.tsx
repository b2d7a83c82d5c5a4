import { consolePage } from '@/app/(console)/console-page';
import { BrokersView } from '@/components/clusters/brokers/brokers-view';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Brokers');

export default async function ClusterBrokersPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'group:read',
    title: msg('Brokers'),
    areas: ['clusters', 'throttling'],
    href: inWorkspace(workspace, '/brokers'),
    parts: [msg('Brokers'), msg('Name servers'), msg('Settings')],
    load: async (principal) => ({
      initial: await reads.clusterBrokers.load({ workspace }),
      mayNotChange: await mayNotChange(principal, 'topic:write', workspace),
    }),
    show: (page) => <BrokersView {...page} />,
  });
}
