import { redirect } from 'next/navigation';
import { consolePage } from '@/app/(console)/console-page';
import { TopicView } from '@/components/topics/topic-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { classicHref } from '@/lib/model/classic-names';
import { msg } from '@/lib/model/language/t';

export default async function TopicPage({ params }: { readonly params: Promise<{ topic: string }> }) {
  const topic = segmentName((await params).topic);
  return consolePage({
    permission: 'topic:read',
    areas: ['topics', 'messages'],
    title: topic,
    href: '/topics',
    framed: true,
    parts: [
      msg('Figures'),
      msg('Stored over time'),
      msg('Groups that read it'),
      msg('Clients'),
      msg('Body decoder'),
      msg('Queues'),
    ],
    load: async () => {
      const { data: place } = await orNotFound(reads.classicPlace.load({ topic }));
      if (place !== null) redirect(classicHref(place));
      return await Promise.all([
        orNotFound(reads.topic.load({ topic })),
        orNotFound(reads.topicBacklog.load({ topic })),
      ]);
    },
    show: ([initial, sampled], principal) => (
      <TopicView initial={initial} sampled={sampled} mayNotChange={reasonAgainst(principal, 'topic:write')} />
    ),
  });
}
