import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { RedriveView } from '@/components/redrives/redrive-view';
import { BadAddress } from '@/components/ui/bad-address';
import { loadPage } from '@/lib/console/pages/load-page';
import { redriveItemsRead, redriveRead } from '@/lib/console/reads/redrive';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Re-drive' };

interface PageInput {
  readonly params: Promise<{ readonly id: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function RedrivePage({ params, searchParams }: PageInput) {
  await requirePermission('redrive:read');
  const { id } = await params;
  if (!/^(RD-)?\d{1,9}$/i.test(id)) notFound();
  const { show, cursor } = await searchParams;
  const initial = await redriveRead.load({ id }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'not-found') notFound();
    throw error;
  });
  const { data, refusal } = await loadPage(() => redriveItemsRead.load({ id, show, cursor }));
  if (data === null) return <BadAddress title={initial.data.redrive.name} refusal={refusal} href={`/redrives/${id}`} />;
  return <RedriveView id={id} initial={initial} initialItems={data} />;
}
