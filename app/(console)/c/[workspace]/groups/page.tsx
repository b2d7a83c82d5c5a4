import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { pastPage } from '@/app/(console)/past-page';
import { GroupsView } from '@/components/groups/list/groups-view';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Groups');

interface ClusterGroupsProps {
  readonly params: Promise<{ readonly workspace: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterGroupsPage({ params, searchParams }: ClusterGroupsProps) {
  const workspace = segmentName((await params).workspace);
  const { asOf } = await searchParams;
  const href = inWorkspace(workspace, '/groups');
  if (asOf !== undefined) return pastPage({ title: msg('Groups'), href, asOf, workspace });
  return consolePage({
    permission: 'group:read',
    title: msg('Groups'),
    areas: ['groups'],
    href,
    parts: [msg('Consumer groups')],
    load: async (principal) => ({
      packed: pack(await reads.groups.load({ workspace })),
      mayNotCreate: await mayNotChange(principal, 'group:write', workspace),
    }),
    show: (page) => <GroupsView {...page} />,
  });
}
