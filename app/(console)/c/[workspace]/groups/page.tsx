import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { GroupsView } from '@/components/groups/list/groups-view';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { inWorkspace } from '@/lib/model/workspace';

export const metadata: Metadata = { title: 'Groups' };

export default async function ClusterGroupsPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'group:read',
    title: 'Groups',
    href: inWorkspace(workspace, '/groups'),
    parts: ['Consumer groups'],
    load: async (principal) => ({
      packed: pack(await reads.groups.load({ workspace })),
      mayNotCreate: await mayNotChange(principal, 'group:write', workspace),
    }),
    show: (page) => <GroupsView {...page} />,
  });
}
