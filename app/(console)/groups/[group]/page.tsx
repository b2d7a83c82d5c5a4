import { OverviewView } from '@/components/groups/overview-view';
import { orNotFound, segmentName } from '@/lib/console/or-not-found';
import { groupBacklogRead } from '@/lib/console/queries/backlog';
import { groupRead, groupOverviewRead } from '@/lib/console/queries/group';
import { requirePermission } from '@/lib/console/session';

export default async function GroupPage({ params }: { readonly params: Promise<{ group: string }> }) {
  await requirePermission('group:read');
  const group = segmentName((await params).group);
  const [head, initial, sampled] = await Promise.all([
    orNotFound(groupRead.load({ group })),
    orNotFound(groupOverviewRead.load({ group })),
    orNotFound(groupBacklogRead.load({ group })),
  ]);
  return <OverviewView head={head} initial={initial} sampled={sampled} />;
}
