import type { Metadata } from 'next';
import { TopicsView } from '@/components/topics/topics-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { topicsRead } from '@/lib/console/queries/topics';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Topics' };

export default async function TopicsPage() {
  const principal = await requirePermission('topic:read');
  return <TopicsView initial={await topicsRead.load({})} mayNotCreate={reasonAgainst(principal, 'topic:write')} />;
}
