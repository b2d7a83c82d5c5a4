import { redirect } from 'next/navigation';
import { TopicView } from '@/components/topics/topic-view';
import { classicHref, findClassicPlace } from '@/lib/console/classic-name';
import { consoleContext } from '@/lib/console/context';
import { orNotFound, segmentName } from '@/lib/console/or-not-found';
import { topicBacklogRead } from '@/lib/console/queries/backlog';
import { topicRead } from '@/lib/console/queries/topic';
import { requirePermission } from '@/lib/console/session';

export default async function TopicPage({ params }: { readonly params: Promise<{ topic: string }> }) {
  const principal = await requirePermission('topic:read');
  const topic = segmentName((await params).topic);
  const place = await findClassicPlace(consoleContext(principal), topic);
  if (place !== null) redirect(classicHref(place));
  const [initial, sampled] = await Promise.all([
    orNotFound(topicRead.load({ topic })),
    orNotFound(topicBacklogRead.load({ topic })),
  ]);
  return <TopicView initial={initial} sampled={sampled} />;
}
