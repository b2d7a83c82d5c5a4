import type { Metadata } from 'next';
import { groupHref } from '@/components/groups/group-href';
import { KeysView } from '@/components/groups/keys/keys-view';
import { UnansweredParts } from '@/components/live/unanswered';
import { BadAddress } from '@/components/ui/bad-address';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { groupKeysRead } from '@/lib/console/reads/group-keys';
import { visitPage } from '@/lib/console/pages/visit-page';

export const metadata: Metadata = { title: 'Blocked keys' };

export default async function GroupKeysPage({ params }: { readonly params: Promise<{ group: string }> }) {
  const group = segmentName((await params).group);
  const visit = await visitPage('group:read', () => orNotFound(groupKeysRead.load({ group })));
  if (visit.kind === 'refused')
    return <BadAddress title="Blocked keys" refusal={visit.refusal} href={groupHref(group, 'keys')} />;
  if (visit.kind === 'unanswered') return <UnansweredParts parts={['Blocked keys']} {...visit} />;
  return <KeysView initial={visit.data} />;
}
