import { consolePage } from '@/app/(console)/console-page';
import { LoadView } from '@/components/clusters/load/load-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Throttling');

export default async function ClusterThrottlingPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'group:read',
    title: msg('Throttling'),
    areas: ['throttling', 'clusters'],
    href: inWorkspace(workspace, '/throttling'),
    parts: [msg('Brokers'), msg('Proxies')],
    load: () => reads.clusterLoad.load({ workspace }),
    show: (initial) => <LoadView initial={initial} />,
  });
}
