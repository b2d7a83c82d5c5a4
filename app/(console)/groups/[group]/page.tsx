import { OverviewView } from '@/components/groups/overview-view';
import { orNotFound, segmentName } from '@/lib/console/or-not-found';
import { groupRead, groupOverviewRead } from '@/lib/console/queries/group';
import { requirePermission } from '@/lib/console/session';

export default async function GroupPage({ params }: { readonly params: Promise<{ group: string }> }) {
  await requirePermission('group:read');
  const group = segmentName((await params).group);
  const [head, initial] = await Promise.all([
    orNotFound(groupRead.load({ group })),
    orNotFound(groupOverviewRead.load({ group })),
  ]);
  return <OverviewView head={head} initial={initial} />;
}
