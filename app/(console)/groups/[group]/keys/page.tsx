import type { Metadata } from 'next';
import { KeysView } from '@/components/groups/keys-view';
import { orNotFound, segmentName } from '@/lib/console/or-not-found';
import { groupKeysRead } from '@/lib/console/queries/group-keys';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Blocked keys' };

export default async function GroupKeysPage({ params }: { readonly params: Promise<{ group: string }> }) {
  await requirePermission('group:read');
  const group = segmentName((await params).group);
  return <KeysView initial={await orNotFound(groupKeysRead.load({ group }))} />;
}
