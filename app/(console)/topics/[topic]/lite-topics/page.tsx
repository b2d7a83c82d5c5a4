import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { LiteTopicsView } from '@/components/topics/lite-topics-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Lite topics');

interface LiteTopicsPageProps {
  readonly params: Promise<{ topic: string }>;
  readonly searchParams: SearchParams;
}

export default async function LiteTopicsPage({ params, searchParams }: LiteTopicsPageProps) {
  const topic = segmentName((await params).topic);
  const { cursor, find } = await searchParams;
  return consolePage({
    permission: 'topic:read',
    title: msg('Lite topics'),
    areas: ['topics'],
    href: '/topics',
    framed: true,
    parts: [msg('Lite topics')],
    load: () => reads.liteTopics.load({ topic, cursor, find }),
    show: (initial) => <LiteTopicsView initial={initial} />,
  });
}
