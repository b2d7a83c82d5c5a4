import type { Metadata } from 'next';
import { ConfigView } from '@/components/groups/settings/config-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { groupConfigRead } from '@/lib/console/reads/group-config';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Configuration' };

export default async function GroupConfigPage({ params }: { readonly params: Promise<{ group: string }> }) {
  const principal = await requirePermission('group:read');
  const group = segmentName((await params).group);
  return (
    <ConfigView
      initial={await orNotFound(groupConfigRead.load({ group }))}
      mayNotEdit={reasonAgainst(principal, 'group:write')}
    />
  );
}
