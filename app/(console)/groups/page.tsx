import type { Metadata } from 'next';
import { GroupsView } from '@/components/groups/groups-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { groupsRead } from '@/lib/console/queries/groups';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Groups' };

export default async function GroupsPage() {
  const principal = await requirePermission('group:read');
  return <GroupsView initial={await groupsRead.load({})} mayNotCreate={reasonAgainst(principal, 'group:write')} />;
}
