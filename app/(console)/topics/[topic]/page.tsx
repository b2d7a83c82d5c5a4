import { redirect } from 'next/navigation';
import { UnansweredParts } from '@/components/live/unanswered';
import { TopicView } from '@/components/topics/topic-view';
import { BadAddress } from '@/components/ui/bad-address';
import { classicHref, findClassicPlace } from '@/lib/console/reads/classic-name';
import { consoleContext } from '@/lib/console/http/context';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { topicBacklogRead } from '@/lib/console/reads/backlog';
import { topicRead } from '@/lib/console/reads/topic';
import { visitPage } from '@/lib/console/pages/visit-page';

const PARTS = ['Figures', 'Stored over time', 'Groups that read it', 'Clients', 'Queues'];

export default async function TopicPage({ params }: { readonly params: Promise<{ topic: string }> }) {
  const topic = segmentName((await params).topic);
  const visit = await visitPage('topic:read', async (principal) => {
    const place = await findClassicPlace(consoleContext(principal), topic);
    if (place !== null) redirect(classicHref(place));
    return await Promise.all([orNotFound(topicRead.load({ topic })), orNotFound(topicBacklogRead.load({ topic }))]);
  });
  if (visit.kind === 'refused') return <BadAddress title={topic} refusal={visit.refusal} href="/topics" />;
  if (visit.kind === 'unanswered') return <UnansweredParts parts={PARTS} {...visit} />;
  const [initial, sampled] = visit.data;
  return <TopicView initial={initial} sampled={sampled} />;
}
