import type { Metadata } from 'next';
import { ScheduledView } from '@/components/topics/scheduled-view';
import { orNotFound, segmentName } from '@/lib/console/or-not-found';
import { scheduledRead } from '@/lib/console/queries/scheduled';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Scheduled messages' };

interface ScheduledPageProps {
  readonly params: Promise<{ topic: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ScheduledPage({ params, searchParams }: ScheduledPageProps) {
  await requirePermission('message:read');
  const topic = segmentName((await params).topic);
  const { cursor } = await searchParams;
  return <ScheduledView initial={await orNotFound(scheduledRead.load({ topic, cursor }))} />;
}
