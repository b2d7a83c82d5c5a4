import type { Metadata } from 'next';
import { RetriesView } from '@/components/groups/retries-view';
import { orNotFound, segmentName } from '@/lib/console/or-not-found';
import { groupRetriesRead } from '@/lib/console/queries/group-retries';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Retries' };

interface GroupRetriesPageProps {
  readonly params: Promise<{ group: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function GroupRetriesPage({ params, searchParams }: GroupRetriesPageProps) {
  await requirePermission('group:read');
  const group = segmentName((await params).group);
  const { cursor } = await searchParams;
  return <RetriesView initial={await orNotFound(groupRetriesRead.load({ group, cursor }))} />;
}
