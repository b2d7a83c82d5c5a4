import { consolePage } from '@/app/(console)/console-page';
import { AccessView } from '@/components/access/access-view';
import { titled } from '@/lib/console/pages/language';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { inWorkspace } from '@/lib/model/workspace';

export const generateMetadata = titled(msg('Access'));

export default async function ClusterAccessPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'settings:read',
    title: msg('Access'),
    href: inWorkspace(workspace, '/access'),
    parts: [msg('Users'), msg('Rules'), msg('Why was this client refused?')],
    areas: ['access'],
    load: async (principal) => ({
      initial: await reads.clusterAccess.load({ workspace }),
      mayNotChange: await mayNotChange(principal, 'access-key:manage', workspace),
    }),
    show: (page) => <AccessView {...page} />,
  });
}
