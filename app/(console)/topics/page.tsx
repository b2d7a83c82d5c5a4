import type { Metadata } from 'next';
import { UnansweredPage } from '@/components/live/unanswered';
import { TopicsView } from '@/components/topics/topics-view';
import { BadAddress } from '@/components/ui/bad-address';
import { reasonAgainst } from '@/lib/auth/permission';
import { topicsRead } from '@/lib/console/reads/topics';
import { visitPage } from '@/lib/console/pages/visit-page';

export const metadata: Metadata = { title: 'Topics' };

export default async function TopicsPage() {
  const visit = await visitPage('topic:read', () => topicsRead.load({}));
  if (visit.kind === 'refused') return <BadAddress title="Topics" refusal={visit.refusal} href="/topics" />;
  if (visit.kind === 'unanswered') return <UnansweredPage title="Topics" parts={['Topics']} {...visit} />;
  return <TopicsView initial={visit.data} mayNotCreate={reasonAgainst(visit.principal, 'topic:write')} />;
}
