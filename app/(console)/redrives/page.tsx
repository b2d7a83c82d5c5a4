import type { Metadata } from 'next';
import { RedrivesView } from '@/components/redrives/redrives-view';
import { redrivesRead } from '@/lib/console/queries/redrives';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Re-drives' };

export default async function RedrivesPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePermission('redrive:read');
  const { group, state, cursor } = await searchParams;
  return <RedrivesView initial={await redrivesRead.load({ group, state, cursor })} />;
}
