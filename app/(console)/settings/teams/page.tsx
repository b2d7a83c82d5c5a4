import type { Metadata } from 'next';
import { TeamList } from '@/components/settings/teams/team-list';
import { can } from '@/lib/auth/permission';
import { wholeContext } from '@/lib/console/http/context';
import { listTeams } from '@/lib/console/reads/teams';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Teams' };

export default async function TeamsPage() {
  const principal = await requirePermission('team:read');
  const teams = await listTeams(wholeContext(principal));
  return <TeamList teams={teams} mayManage={can(principal, 'team:manage')} />;
}
