import type { Metadata } from 'next';
import { TeamList } from '@/components/settings/teams/team-list';
import { listTeams } from '@/lib/console/reads/teams';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Teams' };

export default async function TeamsPage() {
  await requirePermission('team:manage');
  return <TeamList teams={await listTeams()} />;
}
