import { Spoken } from '@/components/language/spoken';
import { NewGroupView } from '@/components/groups/settings/new-group-view';
import { requirePermission } from '@/lib/console/http/session';
import { speechFor, titled } from '@/lib/console/pages/language';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { segmentName } from '@/lib/console/pages/or-not-found';

export const generateMetadata = titled('New group');

export default async function NewClusterGroupPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const principal = await requirePermission('group:read');
  const workspace = segmentName((await params).workspace);
  return (
    <Spoken speech={await speechFor(['groups'])}>
      <NewGroupView mayNotCreate={await mayNotChange(principal, 'group:write', workspace)} />
    </Spoken>
  );
}
