import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { pastPage } from '@/app/(console)/past-page';
import { GroupsView } from '@/components/groups/list/groups-view';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { inWorkspace } from '@/lib/model/workspace';

export const metadata: Metadata = { title: 'Groups' };

interface ClusterGroupsProps {
  readonly params: Promise<{ readonly workspace: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterGroupsPage({ params, searchParams }: ClusterGroupsProps) {
  const workspace = segmentName((await params).workspace);
  const { asOf } = await searchParams;
  const href = inWorkspace(workspace, '/groups');
  if (asOf !== undefined) return pastPage({ title: 'Groups', href, asOf, workspace });
  return consolePage({
    permission: 'group:read',
    title: 'Groups',
    areas: ['groups'],
    href,
    parts: ['Consumer groups'],
    load: async (principal) => ({
      packed: pack(await reads.groups.load({ workspace })),
      mayNotCreate: await mayNotChange(principal, 'group:write', workspace),
    }),
    show: (page) => <GroupsView {...page} />,
  });
}
