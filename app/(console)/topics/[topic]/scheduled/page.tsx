import type { Metadata } from 'next';
import { ScheduledView } from '@/components/topics/scheduled-view';
import { BadAddress } from '@/components/ui/bad-address';
import { loadPage } from '@/lib/console/pages/load-page';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { scheduledRead } from '@/lib/console/reads/scheduled';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Scheduled messages' };

interface ScheduledPageProps {
  readonly params: Promise<{ topic: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ScheduledPage({ params, searchParams }: ScheduledPageProps) {
  await requirePermission('message:read');
  const topic = segmentName((await params).topic);
  const { cursor } = await searchParams;
  const { data, refusal } = await loadPage(() => scheduledRead.load({ topic, cursor }));
  if (data === null) return <BadAddress title="Scheduled messages" refusal={refusal} href="/topics" />;
  return <ScheduledView initial={data} />;
}
