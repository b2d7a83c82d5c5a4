import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { pastPage } from '@/app/(console)/past-page';
import { LagView } from '@/components/groups/overview/lag-view';
import { ClusterLead } from '@/components/groups/overview/cluster-lead';
import { WaitingPanel } from '@/components/clusters/waiting-panel';
import { groupHref } from '@/components/parts/names';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';

interface PageProps {
  readonly params: Promise<{ workspace: string; group: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterGroupPage({ params, searchParams }: PageProps) {
  const names = await params;
  const [workspace, group] = [segmentName(names.workspace), segmentName(names.group)];
  const { asOf } = await searchParams;
  if (asOf !== undefined)
    return pastPage({ title: group, href: groupHref(group, '', workspace), asOf, group, workspace });
  return consolePage({
    permission: 'group:read',
    title: group,
    areas: ['groups'],
    href: inWorkspace(workspace, '/groups'),
    framed: true,
    parts: [msg('What failed'), msg('States'), msg('Topics'), msg('Queues')],
    load: () =>
      Promise.all([
        orNotFound(reads.group.load({ workspace, group })),
        orNotFound(reads.brokerLag.load({ workspace, group })),
        orNotFound(reads.groupDeadLetters.load({ workspace, group })),
      ]),
    show: ([head, initial, letters]) => (
      <>
        <ClusterLead group={group} head={head} letters={letters} />
        <LagView group={group} initial={initial} />
        <WaitingPanel group={group} />
      </>
    ),
  });
}
