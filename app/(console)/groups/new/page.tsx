import { Spoken } from '@/components/language/spoken';
import { NewGroupView } from '@/components/groups/settings/new-group-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { requirePermission } from '@/lib/console/http/session';
import { speechFor, titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('New group');

export default async function NewGroupPage() {
  const principal = await requirePermission('group:read');
  return (
    <Spoken speech={await speechFor(['groups'])}>
      <NewGroupView mayNotCreate={reasonAgainst(principal, 'group:write')} />
    </Spoken>
  );
}
