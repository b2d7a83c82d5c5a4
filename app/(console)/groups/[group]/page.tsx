import { OverviewView } from '@/components/groups/overview/overview-view';
import { UnansweredParts } from '@/components/live/unanswered';
import { BadAddress } from '@/components/ui/bad-address';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { groupBacklogRead } from '@/lib/console/reads/backlog';
import { groupRead, groupOverviewRead } from '@/lib/console/reads/group';
import { visitPage } from '@/lib/console/pages/visit-page';

const PARTS = ['Backlog', 'Backlog over time', 'Failures per minute', 'Backlog per queue', 'Clients', 'Configuration'];

export default async function GroupPage({ params }: { readonly params: Promise<{ group: string }> }) {
  const group = segmentName((await params).group);
  const visit = await visitPage('group:read', () =>
    Promise.all([
      orNotFound(groupRead.load({ group })),
      orNotFound(groupOverviewRead.load({ group })),
      orNotFound(groupBacklogRead.load({ group })),
    ]),
  );
  if (visit.kind === 'refused') return <BadAddress title={group} refusal={visit.refusal} href="/groups" />;
  if (visit.kind === 'unanswered') return <UnansweredParts parts={PARTS} {...visit} />;
  const [head, initial, sampled] = visit.data;
  return <OverviewView head={head} initial={initial} sampled={sampled} />;
}
