import type { Metadata } from 'next';
import { RedrivesView } from '@/components/redrives/redrives-view';
import { BadAddress } from '@/components/ui/bad-address';
import { loadPage } from '@/lib/console/pages/load-page';
import { redrivesRead } from '@/lib/console/reads/redrives';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Re-drives' };

export default async function RedrivesPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePermission('redrive:read');
  const { group, state, cursor } = await searchParams;
  const { data, refusal } = await loadPage(() => redrivesRead.load({ group, state, cursor }));
  if (data === null) return <BadAddress title="Re-drives" refusal={refusal} href="/redrives" />;
  return <RedrivesView initial={data} />;
}
