import type { Metadata } from 'next';
import { Spoken } from '@/components/language/spoken';
import { NewGroupView } from '@/components/groups/settings/new-group-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { requirePermission } from '@/lib/console/http/session';
import { speechFor } from '@/lib/console/pages/language';

export const metadata: Metadata = { title: 'New group' };

export default async function NewGroupPage() {
  const principal = await requirePermission('group:read');
  return (
    <Spoken speech={await speechFor(['groups'])}>
      <NewGroupView mayNotCreate={reasonAgainst(principal, 'group:write')} />
    </Spoken>
  );
}
