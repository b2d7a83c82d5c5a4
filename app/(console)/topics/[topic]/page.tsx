import { redirect } from 'next/navigation';
import { consolePage } from '@/app/(console)/console-page';
import { TopicView } from '@/components/topics/topic-view';
import { consoleContext } from '@/lib/console/http/context';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { classicHref, findClassicPlace } from '@/lib/console/reads/classic-name';
import { reads } from '@/lib/console/reads/registry';

export default async function TopicPage({ params }: { readonly params: Promise<{ topic: string }> }) {
  const topic = segmentName((await params).topic);
  return consolePage({
    permission: 'topic:read',
    title: topic,
    href: '/topics',
    framed: true,
    parts: ['Figures', 'Stored over time', 'Groups that read it', 'Clients', 'Queues'],
    load: async (principal) => {
      const place = await findClassicPlace(consoleContext(principal, 'topic:read'), topic);
      if (place !== null) redirect(classicHref(place));
      return await Promise.all([
        orNotFound(reads.topic.load({ topic })),
        orNotFound(reads.topicBacklog.load({ topic })),
      ]);
    },
    show: ([initial, sampled]) => <TopicView initial={initial} sampled={sampled} />,
  });
}
