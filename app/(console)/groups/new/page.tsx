import type { Metadata } from 'next';
import { NewGroupView } from '@/components/groups/settings/new-group-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'New group' };

export default async function NewGroupPage() {
  const principal = await requirePermission('group:read');
  return <NewGroupView mayNotCreate={reasonAgainst(principal, 'group:write')} />;
}
