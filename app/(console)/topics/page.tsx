import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { TopicsView } from '@/components/topics/topics-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Topics' };

export default function TopicsPage() {
  return consolePage({
    permission: 'topic:read',
    title: 'Topics',
    href: '/topics',
    parts: ['Topics'],
    load: () => reads.topics.load({}),
    show: (initial, principal) => (
      <TopicsView
        initial={initial}
        mayNotCreate={reasonAgainst(principal, 'topic:write')}
        maySend={reasonAgainst(principal, 'message:send') === null}
      />
    ),
  });
}
