import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { groupHref } from '@/components/groups/group-href';
import { RetriesView } from '@/components/groups/retries/retries-view';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Retries' };

interface GroupRetriesPageProps {
  readonly params: Promise<{ group: string }>;
  readonly searchParams: SearchParams;
}

export default async function GroupRetriesPage({ params, searchParams }: GroupRetriesPageProps) {
  const group = segmentName((await params).group);
  const { cursor } = await searchParams;
  return consolePage({
    permission: 'group:read',
    title: 'Retries',
    href: groupHref(group, 'retries'),
    framed: true,
    parts: ['Waiting to be retried'],
    load: () => orNotFound(reads.groupRetries.load({ group, cursor })),
    show: (initial) => <RetriesView initial={initial} />,
  });
}
