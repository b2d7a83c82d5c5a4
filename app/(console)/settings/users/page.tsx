import type { Metadata } from 'next';
import { UserList } from '@/components/settings/user-list';
import { listUsers } from '@/lib/console/reads/settings';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Users' };

export default async function UsersPage() {
  const principal = await requirePermission('user:manage');
  return <UserList users={await listUsers()} me={principal.name} />;
}
