import type { Metadata } from 'next';
import { GroupsView } from '@/components/groups/list/groups-view';
import { UnansweredPage } from '@/components/live/unanswered';
import { BadAddress } from '@/components/ui/bad-address';
import { reasonAgainst } from '@/lib/auth/permission';
import { groupsRead } from '@/lib/console/reads/groups';
import { visitPage } from '@/lib/console/pages/visit-page';

export const metadata: Metadata = { title: 'Groups' };

export default async function GroupsPage() {
  const visit = await visitPage('group:read', () => groupsRead.load({}));
  if (visit.kind === 'refused') return <BadAddress title="Groups" refusal={visit.refusal} href="/groups" />;
  if (visit.kind === 'unanswered') return <UnansweredPage title="Groups" parts={['Consumer groups']} {...visit} />;
  return <GroupsView initial={visit.data} mayNotCreate={reasonAgainst(visit.principal, 'group:write')} />;
}
