import type { Metadata } from 'next';
import { groupHref } from '@/components/groups/group-href';
import { RetriesView } from '@/components/groups/retries/retries-view';
import { UnansweredParts } from '@/components/live/unanswered';
import { BadAddress } from '@/components/ui/bad-address';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { groupRetriesRead } from '@/lib/console/reads/group-retries';
import { visitPage } from '@/lib/console/pages/visit-page';

export const metadata: Metadata = { title: 'Retries' };

interface GroupRetriesPageProps {
  readonly params: Promise<{ group: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function GroupRetriesPage({ params, searchParams }: GroupRetriesPageProps) {
  const group = segmentName((await params).group);
  const { cursor } = await searchParams;
  const visit = await visitPage('group:read', () => orNotFound(groupRetriesRead.load({ group, cursor })));
  if (visit.kind === 'refused')
    return <BadAddress title="Retries" refusal={visit.refusal} href={groupHref(group, 'retries')} />;
  if (visit.kind === 'unanswered') return <UnansweredParts parts={['Waiting to be retried']} {...visit} />;
  return <RetriesView initial={visit.data} />;
}
