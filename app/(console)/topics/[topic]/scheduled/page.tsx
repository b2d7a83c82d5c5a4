import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { ScheduledView } from '@/components/topics/scheduled-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Scheduled messages' };

interface ScheduledPageProps {
  readonly params: Promise<{ topic: string }>;
  readonly searchParams: SearchParams;
}

export default async function ScheduledPage({ params, searchParams }: ScheduledPageProps) {
  const topic = segmentName((await params).topic);
  const { cursor } = await searchParams;
  return consolePage({
    permission: 'message:read',
    title: 'Scheduled messages',
    href: '/topics',
    framed: true,
    parts: ['Scheduled messages'],
    load: () => reads.scheduled.load({ topic, cursor }),
    show: (initial) => <ScheduledView initial={initial} />,
  });
}
