import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { ScheduledView } from '@/components/topics/scheduled-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Scheduled messages');

interface ScheduledPageProps {
  readonly params: Promise<{ topic: string }>;
  readonly searchParams: SearchParams;
}

export default async function ScheduledPage({ params, searchParams }: ScheduledPageProps) {
  const topic = segmentName((await params).topic);
  const { cursor } = await searchParams;
  return consolePage({
    permission: 'message:read',
    title: msg('Scheduled messages'),
    areas: ['topics'],
    href: '/topics',
    framed: true,
    parts: [msg('Scheduled messages')],
    load: () => reads.scheduled.load({ topic, cursor }),
    show: (initial) => <ScheduledView initial={initial} />,
  });
}
